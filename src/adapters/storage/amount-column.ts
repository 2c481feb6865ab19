import type { ColumnType } from 'kysely'

/** An amount of a coin: PostgreSQL has a number of any length, SQLite decimal text. It is written as text in both. */
export type AmountColumn = ColumnType<number | bigint | string, string | undefined, string>
