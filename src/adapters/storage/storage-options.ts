import type { StorageFault } from '../../ports/storage/storage-fault.ts'
import type { SessionLimits } from './engine/session-limits.ts'
import type { SqlDialect } from './engine/sql-dialect.ts'
import type { Migration } from './migrations/migrations.ts'

/** Observers of the storage, limits of it, its steps, and what it begins with. */
export interface StorageOptions {
  /** Called with every fault, before the caller gets it. */
  readonly onFault?: (fault: StorageFault) => void
  /** Of PostgreSQL's sessions. */
  readonly limits?: SessionLimits
  /** The migrations by their names; those of this version when not given. */
  readonly steps?: (dialect: SqlDialect) => Readonly<Record<string, Migration>>
  /** What a database in memory begins with: the file that another one is, not in WAL mode. Empty when not given. */
  readonly copyOf?: Uint8Array
}
