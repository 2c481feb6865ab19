/** The disk of the data folder. */
export interface Disk {
  /** Bytes free for this process; null where nothing is stored in files, or the disk does not say. */
  freeBytes(): number | null
  /** Why no new work is accepted, in words; null while there is space. */
  shortage(): string | null
  /** Called after a write failed for lack of space: frees the reserve, so that work under way can finish. */
  freeReserve(): void
  /** Allocates the reserve again once there is ample space, and frees it where almost none is left. */
  balance(): void
}

/** For a storage without files. */
export const noDisk: Disk = { freeBytes: () => null, shortage: () => null, freeReserve: () => {}, balance: () => {} }
