import type { UnixMs } from '../../domain/brands.ts'

/** A copy of the database. */
export interface Backup {
  readonly name: string
  /** The service's time at which it was made, which is part of its name. */
  readonly atMs: UnixMs
  readonly bytes: number
}

/** Scheduled copies of the embedded database. */
export interface Backups {
  /**
   * Makes a backup while the service continues, and removes the oldest ones beyond the number to keep. A file with a backup's name is
   * complete: a failed one leaves no file.
   */
  make(nowMs: UnixMs): Promise<Backup>
  /** Existing backups, newest first. */
  list(): Promise<readonly Backup[]>
}
