import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { amount, amountAboveZero } from '../initial/amount.ts'
import { feeHour, totalsAmount } from '../initial/coins.ts'

/** Every amount in one column of any length, whatever its currency; block positions named for every kind of chain. */
export const amounts = (dialect: SqlDialect): readonly string[] => [
  // What the operator's wallet paid is in the spending log.
  `DROP INDEX operation_of_operator`,
  `ALTER TABLE operation DROP COLUMN operator_lamports`,

  `ALTER TABLE coin RENAME COLUMN create_slot TO create_height`,
  `ALTER TABLE coin RENAME COLUMN lock_slot TO lock_height`,
  ...toAmount(dialect, 'coin', 'paid', ofCurrency(dialect, 'paid_lamports', 'paid_wei_rest')),
  `ALTER TABLE coin DROP COLUMN paid_lamports`,
  `ALTER TABLE coin DROP COLUMN paid_wei_rest`,
  ...renamed(dialect, 'coin', { crank_from_lamports: 'crank_from' }),

  `ALTER TABLE remit RENAME COLUMN slot TO height`,
  ...toAmount(dialect, 'remit', 'amount', ofCurrency(dialect, 'lamports', 'wei_rest')),
  `ALTER TABLE remit DROP COLUMN lamports`,
  `ALTER TABLE remit DROP COLUMN wei_rest`,

  `ALTER TABLE fee_hour RENAME TO fee_hour_before`,
  ...(dialect === 'postgres' ? [`ALTER INDEX fee_hour_pkey RENAME TO fee_hour_before_pkey`] : []),
  feeHour(dialect),
  `INSERT INTO fee_hour (hour_ms, role, currency, amount) SELECT hour_ms, role, 'SOL', ${whole(dialect, 'lamports')} FROM fee_hour_before`,
  `DROP TABLE fee_hour_before`,

  totalsAmount(dialect),
  `INSERT INTO totals_amount (name, currency, amount) SELECT 'remitted', 'SOL', ${whole(dialect, 'remitted_lamports')} FROM tally`,
  `INSERT INTO totals_amount (name, currency, amount) SELECT 'remitted', 'ETH', ${wei(dialect, 'remitted_gwei', 'remitted_wei_rest')} FROM tally`,
  `INSERT INTO totals_amount (name, currency, amount) SELECT 'bought', 'SOL', ${whole(dialect, 'bought_lamports')} FROM tally`,
  ...['remitted_lamports', 'remitted_gwei', 'remitted_wei_rest', 'bought_lamports'].map((old) => `ALTER TABLE tally DROP COLUMN ${old}`),

  `ALTER TABLE coin_job RENAME COLUMN sol_usd_micros TO price_usd_micros`,
  ...aboveZero(dialect, 'coin_job'),
  ...aboveZero(dialect, 'escrow_transfer'),
  ...renamed(dialect, 'coin_budget', { reserved_lamports: 'reserved', spent_lamports: 'spent' }),

  `DROP INDEX spending_of_day`,
  `ALTER TABLE spending RENAME COLUMN amount TO amount_before`,
  ...renamed(dialect, 'spending', { amount_before: 'amount' }),
  `CREATE INDEX spending_of_day ON spending (purse, at_ms, spending_class, caller, amount)`,

  // Members of plans keep their names: a plan's hash, which a human approved, covers them.
  ...members('dry_run', 'plan_json', { wish: 'request' }),
  ...members('operation', 'plan_json', { wish: 'request' }),
  ...members('launch_offer', 'offer_json', { wish: 'request' }),
  ...members('dry_run', 'notes_json', { lamports: 'amount', totalLamports: 'total' }),
  ...members('buyback', 'quote_json', { maxLamports: 'max', overheadLamports: 'overhead' }),
  ...members('buyback', 'receipt_json', { spentLamports: 'spent', slot: 'height' }),
]

/** Renames members of a JSON column. No text value can be mistaken for one, since its quotes are escaped. */
const members = (table: string, column: string, names: Readonly<Record<string, string>>): string[] =>
  Object.entries(names).map(([old, name]) => `UPDATE ${table} SET ${column} = replace(${column}, '"${old}":', '"${name}":')`)

/** A bigint column as an amount. */
const whole = (dialect: SqlDialect, column: string): string => (dialect === 'sqlite' ? `CAST(${column} AS text)` : column)

/** Whole gwei plus the wei below, the sum of which may exceed a gwei, as an amount. */
function wei(dialect: SqlDialect, gwei: string, rest: string): string {
  if (dialect === 'postgres') return `(${gwei}::numeric * 1000000000 + ${rest})`
  const high = `(${gwei} + ${rest} / 1000000000)`
  const low = `(${rest} % 1000000000)`
  return `CASE ${high} WHEN 0 THEN CAST(${low} AS text) ELSE ${high} || substr('00000000' || ${low}, -9) END`
}

const ofCurrency = (dialect: SqlDialect, units: string, rest: string): string =>
  `CASE currency WHEN 'SOL' THEN ${whole(dialect, units)} ELSE ${wei(dialect, units, rest)} END`

const toAmount = (dialect: SqlDialect, table: string, column: string, value: string): string[] => [
  `ALTER TABLE ${table} ADD COLUMN ${amount(dialect, column)}`,
  `UPDATE ${table} SET ${column} = ${value}`,
]

/** Renames bigint columns. */
const renamed = (dialect: SqlDialect, table: string, names: Readonly<Record<string, string>>): string[] =>
  Object.entries(names).flatMap(([old, column]) => [
    ...toAmount(dialect, table, column, whole(dialect, old)),
    `ALTER TABLE ${table} DROP COLUMN ${old}`,
  ])

const aboveZero = (dialect: SqlDialect, table: string): string[] => [
  `ALTER TABLE ${table} ADD COLUMN ${amountAboveZero(dialect, 'amount')} DEFAULT '1'`,
  `UPDATE ${table} SET amount = ${whole(dialect, 'lamports')}`,
  `ALTER TABLE ${table} DROP COLUMN lamports`,
]
