import type { UnixMs } from '../domain/brands.ts'

/** A copy of the database. */
export interface Backup {
  readonly name: string
  /** When the service's clock said it was made; its name says so. */
  readonly atMs: UnixMs
  readonly bytes: number
}

/** Copies of the embedded database that the service makes of itself. */
export interface Backups {
  /**
   * Makes one while the service runs on, and removes the oldest ones beyond those to keep. What has the name of a backup is
   * whole: one that fails leaves nothing.
   */
  make(nowMs: UnixMs): Promise<Backup>
  /** Those that are there, the newest first. */
  list(): Promise<readonly Backup[]>
}
