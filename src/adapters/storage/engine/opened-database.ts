import type { OperationEnds } from '../../../ports/storage/operation-ends.ts'
import type { Executor } from './executor.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** An opened, unmigrated database. */
export interface OpenedDatabase {
  readonly db: Executor
  readonly dialect: SqlDialect
  readonly exclusive: boolean
  /** True where a pooler gives each transaction another session. */
  readonly pooled: boolean
  readonly lock: (db: Executor, name: string) => Promise<void>
  readonly changes: () => number | null
  /** Called first in the transaction of migrations, which may take long. */
  readonly beginMigrating: (tx: Executor) => Promise<void>
  readonly ends: OperationEnds
  /** Throws unless it answers. */
  readonly ping: () => Promise<void>
  readonly bytes: () => Promise<number>
  readonly giveBack: (yieldToOthers: () => Promise<void>) => Promise<void>
  readonly full: () => boolean
  /** Called after migrations: from now on statements are expected to be fast. */
  readonly settled: () => void
  readonly close: () => Promise<void>
}
