import { sql } from 'kysely'
import { type AtomicUnits, atomicUnits } from '../../../../domain/brands.ts'
import { byCurrency, type Currency } from '../../../../domain/money/currency.ts'
import type { RecordTotals, TotalsRepo } from '../../../../ports/storage/money/totals.ts'
import type { Executor } from '../../engine/executor.ts'
import type { SqlDialect } from '../../engine/sql-dialect.ts'

type Amounts = Partial<Readonly<Record<Currency, AtomicUnits>>>

/** The changes that a commit of payments makes to the totals. */
export type TotalsGrowth = {
  readonly [Total in 'remits' | 'remitted' | 'buybacks' | 'bought']?: RecordTotals[Total] extends number ? number : Amounts
}

/** The row of payments. Commits that change it are serialised. */
const OF_PAYMENTS = 1

/** The totals over Kysely: the sums of a few rows. */
export const createTotalsRepo = (db: Executor): TotalsRepo => ({
  read: async () => {
    // One statement, so that counts and amounts are consistent.
    const sums = db.selectFrom('totals').select(({ fn }) => COUNTS.map((name) => fn.sum<number>(name).as(name)))
    const rows = await db
      .selectFrom(sums.as('totals'))
      .leftJoin('totals_amount', (join) => join.onTrue())
      .selectAll()
      .execute()
    const { coins, locked, remits, buybacks } = rows[0]!
    const amount = (name: string, currency: Currency) =>
      atomicUnits(rows.find((row) => row.name === name && row.currency === currency)?.amount ?? 0)
    return {
      coins,
      locked,
      remits,
      remitted: byCurrency((currency) => amount('remitted', currency)),
      buybacks,
      bought: byCurrency((currency) => amount('bought', currency)),
    }
  },
})

const COUNTS = ['coins', 'locked', 'remits', 'buybacks'] as const

/**
 * Counts coins and locks in the totals; `tx` must be the transaction of what is counted. No commit waits for another: it takes a row that
 * nobody has, or makes one, so that there are as many as were ever written at once. In a single row those of a replica that stopped would
 * follow each other, and each would hold up all others until the server ends it.
 */
export async function countCoins(
  tx: Executor,
  dialect: SqlDialect,
  { coins = 0, locked = 0 }: { coins?: number; locked?: number },
): Promise<void> {
  const rows = tx.selectFrom('totals').select('id').where('id', '<>', OF_PAYMENTS).limit(1)
  const free = dialect === 'postgres' ? rows.forUpdate().skipLocked() : rows
  const { numUpdatedRows } = await tx
    .updateTable('totals')
    .set((eb) => ({ coins: eb('coins', '+', coins), locked: eb('locked', '+', locked) }))
    .where('id', '=', free)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  // By chance, since whoever inserts the same one would have to wait.
  const id = dialect === 'postgres' ? sql<number>`2 + (random() * 9007199254740000)::bigint` : OF_PAYMENTS + 1
  await tx.insertInto('totals').values({ id, coins, locked, remits: 0 }).execute()
}

/** Adds payments to the totals; `tx` must be the transaction of what they count. */
export async function growTotals(tx: Executor, { remits = 0, remitted = {}, buybacks = 0, bought = {} }: TotalsGrowth): Promise<void> {
  // Updated first, since this row's lock also protects the amounts.
  await tx
    .updateTable('totals')
    .set((eb) => ({ remits: eb('remits', '+', remits), buybacks: eb('buybacks', '+', buybacks) }))
    .where('id', '=', OF_PAYMENTS)
    .execute()
  for (const [name, amounts] of Object.entries({ remitted, bought }) as ['remitted' | 'bought', Amounts][])
    for (const [currency, growthAtomic] of Object.entries(amounts))
      if (growthAtomic > 0n) await growAmount(tx, name, currency, growthAtomic)
}

async function growAmount(tx: Executor, name: 'remitted' | 'bought', currency: string, growthAtomic: AtomicUnits): Promise<void> {
  const before = await tx
    .selectFrom('totals_amount')
    .select('amount')
    .where('name', '=', name)
    .where('currency', '=', currency)
    .executeTakeFirst()
  const amount = String(BigInt(before?.amount ?? 0) + growthAtomic)
  await tx
    .insertInto('totals_amount')
    .values({ name, currency, amount })
    .onConflict((conflict) => conflict.columns(['name', 'currency']).doUpdateSet({ amount }))
    .execute()
}
