import type { Deps } from '../../ports/deps.ts'

/** Checks whether the disk has space again after a failed write, and allocates or frees the reserve. */
export async function checkDiskSpace({ storage, disk }: Pick<Deps, 'storage' | 'disk'>): Promise<void> {
  disk.balance()
  if (storage.isFull()) await storage.ping()
}
