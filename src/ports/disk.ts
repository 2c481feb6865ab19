/** The disk that the data is on. */
export interface Disk {
  /** What is free for this process; null where nothing is kept in files, or the disk does not tell. */
  freeBytes(): number | null
  /** Why nothing new is begun, in words; null while there is room. */
  shortage(): string | null
  /** There was no room for a write: what is held in reserve is let go, so that what is under way can be finished. */
  letGo(): void
  /** Takes the reserve back once there is room for it and to spare, and lets it go where next to nothing is free. */
  balance(): void
}

/** Where nothing is kept in files. */
export const noDisk: Disk = { freeBytes: () => null, shortage: () => null, letGo: () => {}, balance: () => {} }
