import type { SqlDialect } from '../../engine/sql-dialect.ts'

/**
 * A column that holds an amount of a coin: a whole number of its smallest unit, of any length and never below zero. SQLite has no
 * integers of more than 64 bits, so there it is decimal text.
 */
export const amount = (dialect: SqlDialect, column: string): string =>
  dialect === 'sqlite'
    ? `${column} text NOT NULL DEFAULT '0' CHECK (${column} <> '' AND ${column} NOT GLOB '*[^0-9]*')`
    : `${column} numeric(78) NOT NULL DEFAULT 0 CHECK (${column} >= 0)`

/** The same for an amount that is never zero. */
export const amountAboveZero = (dialect: SqlDialect, column: string): string =>
  dialect === 'sqlite'
    ? `${column} text NOT NULL CHECK (${column} GLOB '[1-9]*' AND ${column} NOT GLOB '*[^0-9]*')`
    : `${column} numeric(78) NOT NULL CHECK (${column} > 0)`
