import type { PictureQuota } from '../ports/deps.ts'

/** What the environment says of the room that data may take. */
export interface RoomSettings {
  readonly pictureQuota: PictureQuota
  /** With less free on the disk of the data nothing new is begun; 0 = that is not looked at. */
  readonly diskFreeMinBytes: number
}

const MIB = 1_048_576

/** The room as these variables have it. Each problem is told to `check`. */
export function readRoomSettings(
  text: (name: string, standard: string) => string,
  check: (ok: boolean, problem: string) => void,
): RoomSettings {
  const mebibytes = (name: string, standard: string, least: number): number => {
    const value = text(name, standard)
    const ok = /^\d{1,7}$/.test(value) && Number(value) >= least
    check(ok, `${name} must be a whole number of MiB, at least ${least}`)
    return ok ? Number(value) * MIB : Number(standard) * MIB
  }
  const [ownBytes, allBytes] = [mebibytes('PICTURE_QUOTA_MIB', '64', 5), mebibytes('PICTURE_TOTAL_MIB', '1024', 5)]
  return { pictureQuota: { ownBytes, allBytes }, diskFreeMinBytes: mebibytes('DISK_FREE_MIN_MIB', '64', 0) }
}
