import type { SqlDialect } from '../../engine/sql-dialect.ts'

/**
 * A column for an amount of a coin: a non-negative whole number of its smallest unit, of any length. SQLite has no integers of more than
 * 64 bits, so that it is decimal text there.
 */
export const amount = (dialect: SqlDialect, column: string): string =>
  dialect === 'sqlite'
    ? `${column} text NOT NULL DEFAULT '0' CHECK (${column} <> '' AND ${column} NOT GLOB '*[^0-9]*')`
    : `${column} numeric(78) NOT NULL DEFAULT 0 CHECK (${column} >= 0)`

/** A column for an amount that is never zero. */
export const amountAboveZero = (dialect: SqlDialect, column: string): string =>
  dialect === 'sqlite'
    ? `${column} text NOT NULL CHECK (${column} GLOB '[1-9]*' AND ${column} NOT GLOB '*[^0-9]*')`
    : `${column} numeric(78) NOT NULL CHECK (${column} > 0)`

/** The columns of an index that is ordered by an amount: of two texts the longer one is the larger. */
export const comparableAmount = (dialect: SqlDialect, column: string): string =>
  dialect === 'sqlite' ? `length(${column}), ${column}` : column
