import { type AtomicUnits, atomicUnits } from '../../../domain/brands.ts'
import { byCurrency, type Currency } from '../../../domain/money/currency.ts'
import type { RecordTotals, TotalsRepo } from '../../../ports/storage/totals.ts'
import type { Executor } from '../engine/executor.ts'

type Amounts = Partial<Readonly<Record<Currency, AtomicUnits>>>

/** The changes that a commit makes to the totals. */
export type TotalsGrowth = { readonly [Total in keyof RecordTotals]?: RecordTotals[Total] extends number ? number : Amounts }

/** The totals over Kysely: one row, so that commits which change them are serialised and none is lost. */
export const createTotalsRepo = (db: Executor): TotalsRepo => ({
  read: async () => {
    // One statement, so that counts and amounts are consistent.
    const rows = await db
      .selectFrom('totals')
      .leftJoin('totals_amount', (join) => join.onTrue())
      .selectAll()
      .where('id', '=', 1)
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

/** Adds to the totals; `tx` must be the transaction of what they count. */
export async function growTotals(
  tx: Executor,
  { coins = 0, locked = 0, remits = 0, remitted = {}, buybacks = 0, bought = {} }: TotalsGrowth,
): Promise<void> {
  // Updated first, since this row's lock also protects the amounts.
  await tx
    .updateTable('totals')
    .set((eb) => ({
      coins: eb('coins', '+', coins),
      locked: eb('locked', '+', locked),
      remits: eb('remits', '+', remits),
      buybacks: eb('buybacks', '+', buybacks),
    }))
    .where('id', '=', 1)
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
