import { type Currency, PRICED_CURRENCY, byCurrency } from '../../../domain/money/currency.ts'
import { sql } from 'kysely'
import { type AtomicUnits, atomicUnits, type Mint, type Signature, unixMs, type Wallet } from '../../../domain/brands.ts'
import type { PaidRole } from '../../../domain/crew/role.ts'
import type { RemitRepo } from '../../../ports/storage/storage.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { readSum, sumOf } from '../rows/amount-sum.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Executor } from '../engine/executor.ts'
import { growAgents } from './agents-repo.ts'
import { growEarnings, type StoredRemit } from './money/earnings-repo.ts'
import { growTotals } from './money/totals-repo.ts'
import { HOUR_MS } from '../../../domain/limits.ts'

/** Remits over Kysely: (signature, wallet, mint) is unique, so that a distribution that is read twice is stored once. */
export const createRemitRepo = (db: Executor, dialect: SqlDialect): RemitRepo => ({
  insert: async (remits) => {
    if (remits.length === 0) return 0
    return inTransaction(db, async (tx) => {
      const kept = await tx
        .insertInto('remit')
        .values(
          remits.map((remit) => ({
            id: remit.id,
            mint: remit.mint,
            ticker: remit.ticker,
            wallet: remit.wallet,
            handle: remit.handle,
            role: remit.role,
            currency: remit.currency,
            amount: String(remit.amountAtomic),
            signature: remit.signature,
            height: remit.height,
            at_ms: remit.atMs,
          })),
        )
        .onConflict((conflict) => conflict.columns(['signature', 'wallet', 'mint']).doNothing())
        .returning(['mint', 'wallet', 'role', 'currency', 'amount', 'at_ms'])
        .execute()
      if (kept.length === 0) return 0
      const paid = kept.map((row) => ({ ...row, amountAtomic: atomicUnits(row.amount) }))
      const inAll = (currency: Currency) =>
        atomicUnits(paid.reduce((sumAtomic, row) => (row.currency === currency ? sumAtomic + row.amountAtomic : sumAtomic), 0n))
      // Coins before totals, as where a coin is stored or locked: in the other order two commits could wait for each other.
      await growSums(tx, paid)
      await growTotals(tx, { remits: kept.length, remitted: byCurrency(inAll) })
      await growEarnings(tx, paid)
      await growAgents(tx, paid)
      return kept.length
    })
  },

  list: async (page, { mint, wallet } = {}) => {
    let query = db.selectFrom('remit').selectAll()
    if (mint !== undefined) query = query.where('mint', '=', mint)
    if (wallet !== undefined) query = query.where('wallet', '=', wallet)
    return newestFirst(query, page, { time: 'at_ms', id: 'id' }, (row) => ({
      id: row.id,
      mint: row.mint as Mint,
      ticker: row.ticker,
      wallet: row.wallet as Wallet,
      handle: row.handle,
      role: row.role,
      currency: row.currency as Currency,
      amountAtomic: atomicUnits(row.amount),
      signature: row.signature as Signature,
      height: row.height,
      atMs: unixMs(row.at_ms),
    }))
  },

  feesByHour: async (sinceMs) => {
    const rows = await db
      .selectFrom('fee_hour')
      .selectAll()
      .where('hour_ms', '>=', sinceMs)
      .where('currency', '=', PRICED_CURRENCY)
      .orderBy('hour_ms')
      .orderBy('role')
      .execute()
    return rows.map((row) => ({ hourMs: unixMs(row.hour_ms), role: row.role, amountAtomic: atomicUnits(row.amount) }))
  },

  feesOfCoin: async (mint, sinceMs) => {
    const hour = sql<number>`at_ms - at_ms % ${sql.lit(HOUR_MS)}`
    const rows = await db
      .selectFrom('remit')
      .select([hour.as('hour_ms'), 'role', sumOf(dialect, 'amount').as('amount')])
      .where('mint', '=', mint)
      .where('at_ms', '>=', sinceMs)
      .groupBy(['hour_ms', 'role'])
      .orderBy('hour_ms')
      .orderBy('role')
      .execute()
    return rows.map((row) => ({ hourMs: unixMs(Number(row.hour_ms)), role: row.role, amountAtomic: readSum(row.amount) }))
  },
})

/** Adds payments to the sums by coin, and by hour and role, in the order of their keys, so that no two commits deadlock. */
async function growSums(tx: Executor, kept: readonly StoredRemit[]): Promise<void> {
  const sums = (remits: readonly StoredRemit[], keyOf: (remit: StoredRemit) => string) => {
    const found = new Map<string, AtomicUnits>()
    for (const remit of remits) found.set(keyOf(remit), atomicUnits((found.get(keyOf(remit)) ?? 0n) + remit.amountAtomic))
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  }
  for (const [mint, paidAtomic] of sums(kept, (remit) => remit.mint)) {
    const coin = tx.updateTable('coin').where('mint', '=', mint)
    // An update locks the row in every database.
    const before = await coin
      .set({ paid: sql.ref<string>('paid') })
      .returning('paid')
      .executeTakeFirst()
    if (before) await coin.set({ paid: String(BigInt(before.paid) + paidAtomic) }).execute()
  }
  // The hourly chart is in one currency, and leaves out payments in others.
  const priced = kept.filter(({ currency }) => currency === PRICED_CURRENCY)
  for (const [key, paidAtomic] of sums(priced, (remit) => `${Math.floor(remit.at_ms / HOUR_MS) * HOUR_MS} ${remit.role}`)) {
    const [hour, role] = key.split(' ') as [string, PaidRole]
    const row = { hour_ms: Number(hour), role, currency: PRICED_CURRENCY }
    const { amount } = await tx
      .insertInto('fee_hour')
      .values({ ...row, amount: '0' })
      .onConflict((conflict) =>
        conflict.columns(['hour_ms', 'role', 'currency']).doUpdateSet((eb) => ({ amount: eb.ref('fee_hour.amount') })),
      )
      .returning('amount')
      .executeTakeFirstOrThrow()
    const ofHour = tx.updateTable('fee_hour').set({ amount: String(BigInt(amount) + paidAtomic) })
    await ofHour.where('hour_ms', '=', row.hour_ms).where('role', '=', role).where('currency', '=', row.currency).execute()
  }
}
