import type { StorageFault } from '../../ports/storage/storage-fault.ts'
import type { SessionLimits } from './engine/session-limits.ts'

/** Observers of the storage, and limits of it. */
export interface StorageOptions {
  /** Called with every fault, before the caller gets it. */
  readonly onFault?: (fault: StorageFault) => void
  /** Of PostgreSQL's sessions. */
  readonly limits?: SessionLimits
}
