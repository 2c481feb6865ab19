import type { Secret } from '../../lib/secret.ts'
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
  /** A session of PostgreSQL’s own where DATABASE_URL leads to a pooler of transactions: there ends of operations are heard. */
  readonly directUrl?: Secret<string> | null
  /** Called when ends of operations are told or heard no more: whoever waits finds them a little later. */
  readonly onDeaf?: (error: unknown) => void
  /** The migrations by their names; those of this version when not given. */
  readonly steps?: (dialect: SqlDialect) => Readonly<Record<string, Migration>>
  /** What a database in memory begins with: the file that another one is, not in WAL mode. Empty when not given. */
  readonly copyOf?: Uint8Array
}
