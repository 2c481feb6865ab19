import { type AtomicUnits, atomicUnits } from '../../../domain/brands.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../engine/sql-dialect.ts'

/** SQLite sums 64-bit integers: twelve digits of each amount at a time stay within them, for nine million amounts. */
const DIGITS_APART = 12

/** The exact sum of an amount column over the rows of a query; `readSum` decodes it. */
export const sumOf = (dialect: SqlDialect, column: string): RawBuilder<string> => {
  const amount = sql.ref(column)
  if (dialect === 'postgres') return sql<string>`coalesce(sum(${amount}), 0)::text`
  const [high, low] = [
    sql`substr(${amount}, 1, max(0, length(${amount}) - ${sql.lit(DIGITS_APART)}))`,
    sql`substr(${amount}, ${sql.lit(-DIGITS_APART)})`,
  ]
  return sql<string>`coalesce(sum(CAST(${high} AS integer)), 0) || ' ' || coalesce(sum(CAST(${low} AS integer)), 0)`
}

/** The sum selected by `sumOf`. */
export function readSum(text: string): AtomicUnits {
  const [high, low] = text.split(' ') as [string, string?]
  return atomicUnits(low === undefined ? high : BigInt(high) * 10n ** BigInt(DIGITS_APART) + BigInt(low))
}
