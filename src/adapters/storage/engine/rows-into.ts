import { type Insertable, SqliteAdapter } from 'kysely'
import type { Database } from '../schema.ts'
import { builtOnce } from './built-once.ts'
import type { Executor } from './executor.ts'

/**
 * Inserts rows into a table. `tx` must be a transaction that ends where this throws: SQLite is told to leave the rows before one that
 * cannot be, so that it need not keep every page as it was before the first, which takes five times as long as the rows.
 */
export function rowsInto<Table extends 'coin_look' | 'coin_share' | 'dry_run_named'>(
  table: Table,
): (tx: Executor, rows: readonly Insertable<Database[Table]>[]) => Promise<void> {
  const insert = builtOnce((db, rows: readonly Insertable<Database[Table]>[]) => {
    const query = db.insertInto(table).values(rows as never)
    return db.getExecutor().adapter instanceof SqliteAdapter ? query.orFail() : query
  })
  return async (tx, rows) => void (rows.length > 0 && (await insert(tx, rows)))
}
