import type { ColumnType } from 'kysely'

/** An amount of a coin: `numeric` in PostgreSQL, decimal text in SQLite. It is written as text in both. */
export type AmountColumn = ColumnType<number | bigint | string, string | undefined, string>
