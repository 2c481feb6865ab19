import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { readSum, sumOf } from '../rows/amount-sum.ts'
import { amount, comparableAmount } from './initial/amount.ts'

/** What each wallet was paid, added up from the remits there are, and whose splits it stands in. */
export const earnings = (dialect: SqlDialect) => ({
  async up(db: QueryExecutorProvider): Promise<void> {
    for (const statement of tables(dialect)) await sql.raw(statement).execute(db)
    await eachPage(db, { table: 'remit', column: 'wallet' }, (from, to) => addUpPayments(db, dialect, from, to))
    await eachPage(db, { table: 'coin', column: 'mint' }, (from, to) => listShares(db, dialect, from, to))
  },
})

const tables = (dialect: SqlDialect): readonly string[] => [
  `CREATE TABLE earning_day (
    wallet text NOT NULL, day_ms bigint NOT NULL, currency text NOT NULL, role text NOT NULL, ${amount(dialect, 'amount')},
    remits bigint NOT NULL, PRIMARY KEY (wallet, day_ms, currency, role))`,
  // The payments in roles of which one is kol apart: promoters are ranked by them.
  `CREATE TABLE earning (
    wallet text NOT NULL, currency text NOT NULL, ${amount(dialect, 'amount')}, ${amount(dialect, 'kol_amount')}, remits bigint NOT NULL,
    PRIMARY KEY (wallet, currency))`,
  `CREATE INDEX earning_rank ON earning (currency, ${comparableAmount(dialect, 'kol_amount')}, wallet)`,
  `CREATE TABLE coin_share (
    mint text NOT NULL, wallet text NOT NULL, role text NOT NULL, handle text NOT NULL, bps bigint NOT NULL,
    launched_at_ms bigint NOT NULL, ${amount(dialect, 'amount')}, PRIMARY KEY (mint, wallet))`,
  `CREATE INDEX coin_share_newest ON coin_share (wallet, launched_at_ms, mint)`,
  `CREATE INDEX coin_share_role ON coin_share (wallet, role)`,
  `CREATE INDEX kol_evm_wallet ON kol (lower(evm_wallet)) WHERE evm_wallet IS NOT NULL`,
]

const ROWS_AT_ONCE = 500

/** Calls `work` with stretches of the column's values, each with at most 500 of them: `from` is not in it, `to` is. */
async function eachPage(
  db: QueryExecutorProvider,
  { table, column }: { readonly table: string; readonly column: string },
  work: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const [of, value] = [sql.table(table), sql.ref(column)]
  let from = ''
  for (;;) {
    const { rows } = await sql<{ value: string }>`SELECT DISTINCT ${value} AS value FROM ${of} WHERE ${value} > ${from}
      ORDER BY ${value} LIMIT ${ROWS_AT_ONCE}`.execute(db)
    const to = rows.at(-1)?.value
    if (to === undefined) return
    await work(from, to)
    from = to
  }
}

async function addUpPayments(db: QueryExecutorProvider, dialect: SqlDialect, from: string, to: string): Promise<void> {
  const { rows } = await sql<Day>`SELECT wallet, at_ms - at_ms % 86400000 AS day_ms, currency, role, ${sumOf(dialect, 'amount')} AS amount,
    count(*) AS remits FROM remit WHERE wallet > ${from} AND wallet <= ${to} GROUP BY 1, 2, 3, 4`.execute(db)
  const totals = new Map<string, { readonly day: Day; amount: bigint; kolAmount: bigint; remits: number }>()
  for (const day of rows) {
    const paidAtomic = readSum(day.amount)
    await insert(db, 'earning_day', [day.wallet, day.day_ms, day.currency, day.role, String(paidAtomic), day.remits])
    const key = `${day.wallet} ${day.currency}`
    const total = totals.get(key) ?? { day, amount: 0n, kolAmount: 0n, remits: 0 }
    total.amount += paidAtomic
    if (day.role.split('+').includes('kol')) total.kolAmount += paidAtomic
    total.remits += Number(day.remits)
    totals.set(key, total)
  }
  for (const { day, amount: paidAtomic, kolAmount, remits } of totals.values()) {
    await insert(db, 'earning', [day.wallet, day.currency, String(paidAtomic), String(kolAmount), remits])
  }
}

interface Day {
  readonly wallet: string
  readonly day_ms: number
  readonly currency: string
  readonly role: string
  readonly amount: string
  readonly remits: number
}

async function listShares(db: QueryExecutorProvider, dialect: SqlDialect, from: string, to: string): Promise<void> {
  const inStretch = sql`mint > ${from} AND mint <= ${to}`
  const coins = await sql<{ mint: string; launched_at_ms: number; shareholders_json: string }>`
    SELECT mint, launched_at_ms, shareholders_json FROM coin WHERE ${inStretch}`.execute(db)
  const payments = await sql<{ mint: string; wallet: string; amount: string }>`
    SELECT mint, wallet, ${sumOf(dialect, 'amount')} AS amount FROM remit WHERE ${inStretch} GROUP BY 1, 2`.execute(db)
  const paid = new Map(payments.rows.map((row) => [`${row.mint} ${row.wallet}`, readSum(row.amount)]))
  for (const { mint, launched_at_ms, shareholders_json } of coins.rows) {
    for (const { wallet, role, handle, bps } of JSON.parse(shareholders_json) as readonly ShareRow[]) {
      await insert(db, 'coin_share', [mint, wallet, role, handle, bps, launched_at_ms, String(paid.get(`${mint} ${wallet}`) ?? 0n)])
    }
  }
}

interface ShareRow {
  readonly wallet: string
  readonly role: string
  readonly handle: string
  readonly bps: number
}

/** Inserts a row of values in the order of the table's columns. */
const insert = (db: QueryExecutorProvider, table: string, values: readonly (string | number)[]): Promise<unknown> =>
  (sql`INSERT INTO ${sql.table(table)} VALUES (${sql.join([...values])})` as RawBuilder<unknown>).execute(db)
