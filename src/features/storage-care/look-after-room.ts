import type { Deps } from '../../ports/deps.ts'

/** Finds out whether there is room again after a write for which there was none, and holds or lets go of the reserve. */
export async function lookAfterRoom({ storage, disk }: Pick<Deps, 'storage' | 'disk'>): Promise<void> {
  disk.balance()
  if (storage.isFull()) await storage.ping()
}
