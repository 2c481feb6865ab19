import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { MIB_BYTES } from '../lib/bytes.ts'
import type { RandomBytes } from '../ports/clock.ts'
import type { Disk } from '../ports/machine/disk.ts'

/** The reserve: a file whose space is freed so that work under way can finish. */
export const RESERVE = 'reserve'
const RESERVE_BYTES_MAX = 16_777_216
const BLOCK_BYTES = MIB_BYTES
/** How long a reading of the free space is cached. */
const LOOK_MS = 1_000

/**
 * The disk of these folders, the fullest where they are on several; the reserve is created in the first folder, with a quarter of
 * `minFreeBytes` and at most 16 MiB. With `minFreeBytes` 0 there is no reserve, and no shortage is detected.
 */
export function createDisk({
  folders,
  minFreeBytes,
  elapsedMs,
  randomBytes,
  freeOf = freeIn,
}: {
  readonly folders: readonly string[]
  readonly minFreeBytes: number
  readonly elapsedMs: () => number
  readonly randomBytes: RandomBytes
  readonly freeOf?: (folder: string) => number | null
}): Disk {
  const file = join(folders[0]!, RESERVE)
  const reserveBytes = Math.min(RESERVE_BYTES_MAX, Math.floor(minFreeBytes / 4))
  let seen: { readonly bytes: number | null; readonly atElapsedMs: number } | null = null

  const freeBytes = (): number | null => {
    if (seen && elapsedMs() - seen.atElapsedMs < LOOK_MS) return seen.bytes
    const known = folders.map(freeOf).filter((bytes) => bytes !== null)
    seen = { bytes: known.length === 0 ? null : Math.min(...known), atElapsedMs: elapsedMs() }
    return seen.bytes
  }

  const freeReserve = (): void => {
    rmSync(file, { force: true })
    seen = null
  }

  return {
    freeBytes,
    shortage() {
      if (minFreeBytes === 0) return null
      const bytes = freeBytes()
      if (bytes === null || bytes >= minFreeBytes) return null
      return `only ${mebibytes(bytes)} MiB are free on its disk, and nothing new is begun below ${mebibytes(minFreeBytes)}`
    },
    freeReserve,
    balance() {
      const bytes = freeBytes()
      if (reserveBytes === 0 || bytes === null) return
      if (bytes < reserveBytes / 4) return freeReserve()
      if (bytes < minFreeBytes + reserveBytes || existsSync(file)) return
      seen = null
      try {
        writeReserve(randomBytes, file, reserveBytes)
      } catch {
        // Another process took the space meanwhile.
        rmSync(file, { force: true })
      }
    },
  }
}

/** Random bytes, which no file system compresses away, or keeps once for two blocks. */
function writeReserve(randomBytes: RandomBytes, file: string, sizeBytes: number): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    for (let leftBytes = sizeBytes; leftBytes > 0;) leftBytes -= writeSync(handle, randomBytes(Math.min(leftBytes, BLOCK_BYTES)))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Free bytes on the disk of this folder; null where it does not say. */
export function freeIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

const mebibytes = (bytes: number): string =>
  bytes < 10 * MIB_BYTES ? (bytes / MIB_BYTES).toFixed(1) : String(Math.floor(bytes / MIB_BYTES))
