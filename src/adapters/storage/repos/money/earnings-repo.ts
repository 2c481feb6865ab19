import { type Insertable, type SelectQueryBuilder, sql } from 'kysely'
import { type AtomicUnits, atomicUnits, bps, type Mint, unixMs, type Wallet } from '../../../../domain/brands.ts'
import type { Currency } from '../../../../domain/money/currency.ts'
import type { EarningsRepo } from '../../../../ports/storage/money/earnings.ts'
import type { Executor } from '../../engine/executor.ts'
import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { readSum, sumOf } from '../../rows/amount-sum.ts'
import { newestFirst } from '../../rows/keyset.ts'
import { largestFirst } from '../../rows/largest-first.ts'
import type { Database } from '../../schema.ts'
import { holdsRole, type PaidRole } from '../../../../domain/crew/role.ts'
import { roleHolds } from '../../rows/role-holds.ts'
import { DAY_MS } from '../../../../domain/limits.ts'
import { OWN_LIMITS } from '../../../../domain/limits/own-limits.ts'

/** Earnings over Kysely: sums that grew with each remit, so that no payment is read again. */
export const createEarningsRepo = (db: Executor, dialect: SqlDialect): EarningsRepo => ({
  byRole: async (wallet) => {
    const rows = await db
      .selectFrom('earning_day')
      .select(['currency', 'role', sumOf(dialect, 'amount').as('amount'), sql<number | bigint>`sum(remits)`.as('remits')])
      .where('wallet', '=', wallet)
      .groupBy(['currency', 'role'])
      .orderBy('currency')
      .orderBy('role')
      .execute()
    return rows.map(({ currency, role, amount, remits }) => ({
      currency: currency as Currency,
      role,
      amountAtomic: atomicUnits(readSum(amount)),
      remits: Number(remits),
    }))
  },

  byDay: async (wallet, sinceMs) => {
    const days = db.selectFrom('earning_day').selectAll().where('wallet', '=', wallet).where('day_ms', '>=', sinceMs)
    const rows = await days.orderBy('day_ms').orderBy('currency').orderBy('role').execute()
    return rows.map(({ day_ms, currency, role, amount }) => ({
      dayMs: unixMs(day_ms),
      currency: currency as Currency,
      role,
      amountAtomic: atomicUnits(amount),
    }))
  },

  countCoins: (wallet) => {
    const newest = db
      .selectFrom('coin_share')
      .select('role')
      .where('wallet', '=', wallet)
      .orderBy('launched_at_ms', 'desc')
      .orderBy('mint', 'desc')
      .limit(sql.lit(OWN_LIMITS.walletCoinsMax))
    const byRole = db.selectFrom(newest.as('newest')).select(['role', sql<number>`count(*)`.as('coins')])
    return byRole.groupBy('role').orderBy('role').execute()
  },

  listCoins: (page, wallet) => {
    const query = db
      .selectFrom('coin_share')
      .innerJoin('coin', 'coin.mint', 'coin_share.mint')
      .select(['coin.mint', 'coin.platform', 'coin.name', 'coin.ticker', 'coin.currency', 'coin.fee_share_locked'])
      .select(['coin.fees_redirected_at_ms'])
      .select(['coin_share.launched_at_ms', 'coin_share.role', 'coin_share.handle', 'coin_share.bps', 'coin_share.amount'])
      .where('coin_share.wallet', '=', wallet)
    return newestFirst(query, page, { time: 'launched_at_ms', id: 'mint', of: 'coin_share' }, (row) => ({
      mint: row.mint as Mint,
      platform: row.platform,
      name: row.name,
      ticker: row.ticker,
      feeShareLocked: row.fee_share_locked === 1 && row.fees_redirected_at_ms === null,
      feesRedirected: row.fees_redirected_at_ms !== null,
      launchedAtMs: unixMs(row.launched_at_ms),
      role: row.role,
      handle: row.handle,
      bps: bps(row.bps),
      currency: row.currency as Currency,
      paidAtomic: atomicUnits(row.amount),
    }))
  },

  listLeaders: async (page, currency) => {
    const query = db
      .selectFrom('earning')
      .select(['wallet', 'kol_amount', 'remits'])
      .select(({ selectFrom }) => [
        newestAsKol(selectFrom('remit').select('handle')).as('paid_handle'),
        newestAsKol(selectFrom('remit').select('at_ms')).as('paid_at_ms'),
        selectFrom(
          selectFrom('coin_share')
            .select('mint')
            .whereRef('coin_share.wallet', '=', 'earning.wallet')
            .limit(sql.lit(OWN_LIMITS.leaderCoinsMax))
            .as('named'),
        )
          .select(sql<number>`count(*)`.as('coins'))
          .as('coins'),
        selectFrom('kol')
          .select('handle')
          .whereRef('kol.wallet', '=', 'earning.wallet')
          .where('opted_out', '=', sql.lit(0))
          .orderBy('rank')
          .orderBy('handle_key')
          .limit(1)
          .as('kol'),
      ])
      .where('currency', '=', currency)
      .where('kol_amount', '<>', '0')
    return largestFirst(dialect, query, page, { amount: 'kol_amount', id: 'wallet' }, (row) => ({
      wallet: row.wallet as Wallet,
      handle: row.paid_handle ?? '',
      kol: row.kol,
      amountAtomic: atomicUnits(row.kol_amount),
      coins: Number(row.coins),
      remits: row.remits,
      paidAtMs: unixMs(row.paid_at_ms ?? 0),
    }))
  },
})

/** The last payment to the wallet of the row around it as a promoter. */
const newestAsKol = <Selected>(remits: SelectQueryBuilder<Database, 'earning' | 'remit', Selected>) =>
  remits
    .whereRef('remit.wallet', '=', 'earning.wallet')
    .whereRef('remit.currency', '=', 'earning.currency')
    .where(roleHolds('kol'))
    .orderBy('at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** A payment that was kept. */
export interface StoredRemit {
  readonly mint: string
  readonly wallet: string
  readonly role: PaidRole
  readonly currency: string
  readonly amountAtomic: AtomicUnits
  readonly at_ms: number
}

/**
 * Adds payments to what their wallets earned. `tx` must be the transaction that inserted them and that has changed the totals: the row of
 * those is the lock of what is read and written here.
 */
export async function growEarnings(tx: Executor, kept: readonly StoredRemit[]): Promise<void> {
  const wallets = [...new Set(kept.map(({ wallet }) => wallet))]
  await growDays(tx, wallets, kept)
  await growWallets(tx, wallets, kept)
  await growShares(tx, wallets, kept)
}

/** The payments by a key, in the order of the keys. */
const grouped = (kept: readonly StoredRemit[], keyOf: (remit: StoredRemit) => string): (readonly StoredRemit[])[] =>
  [...Map.groupBy(kept, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, remits]) => remits)

const sum = (remits: readonly StoredRemit[]): AtomicUnits =>
  atomicUnits(remits.reduce((totalAtomic, { amountAtomic }) => totalAtomic + amountAtomic, 0n))

async function growDays(tx: Executor, wallets: readonly string[], kept: readonly StoredRemit[]): Promise<void> {
  const dayOf = ({ at_ms }: StoredRemit) => Math.floor(at_ms / DAY_MS) * DAY_MS
  const key = (day: { wallet: string; day_ms: number; currency: string; role: PaidRole }) =>
    [day.wallet, day.day_ms, day.currency, day.role].join(' ')
  const days = [...new Set(kept.map(dayOf))]
  const found = await tx.selectFrom('earning_day').selectAll().where('wallet', 'in', wallets).where('day_ms', 'in', days).execute()
  const before = new Map(found.map((row) => [key(row), row]))
  const rows = grouped(kept, (remit) => key({ ...remit, day_ms: dayOf(remit) })).map((remits): Insertable<Database['earning_day']> => {
    const { wallet, currency, role } = remits[0]!
    const day = { wallet, day_ms: dayOf(remits[0]!), currency, role }
    const row = before.get(key(day))
    return { ...day, amount: String(BigInt(row?.amount ?? 0) + sum(remits)), remits: (row?.remits ?? 0) + remits.length }
  })
  await tx
    .insertInto('earning_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['wallet', 'day_ms', 'currency', 'role'])
        .doUpdateSet((eb) => ({ amount: eb.ref('excluded.amount'), remits: eb.ref('excluded.remits') })),
    )
    .execute()
}

async function growWallets(tx: Executor, wallets: readonly string[], kept: readonly StoredRemit[]): Promise<void> {
  const key = (earning: { wallet: string; currency: string }) => `${earning.wallet} ${earning.currency}`
  const found = await tx.selectFrom('earning').selectAll().where('wallet', 'in', wallets).execute()
  const before = new Map(found.map((row) => [key(row), row]))
  const rows = grouped(kept, key).map((remits): Insertable<Database['earning']> => {
    const { wallet, currency } = remits[0]!
    const row = before.get(key(remits[0]!))
    return {
      wallet,
      currency,
      amount: String(BigInt(row?.amount ?? 0) + sum(remits)),
      kol_amount: String(BigInt(row?.kol_amount ?? 0) + sum(remits.filter(({ role }) => holdsRole(role, 'kol')))),
      remits: (row?.remits ?? 0) + remits.length,
    }
  })
  await tx
    .insertInto('earning')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['wallet', 'currency']).doUpdateSet((eb) => ({
        amount: eb.ref('excluded.amount'),
        kol_amount: eb.ref('excluded.kol_amount'),
        remits: eb.ref('excluded.remits'),
      })),
    )
    .execute()
}

/** A payment to a wallet that the split does not name counts in its sums alone. */
async function growShares(tx: Executor, wallets: readonly string[], kept: readonly StoredRemit[]): Promise<void> {
  const key = (share: { mint: string; wallet: string }) => `${share.mint} ${share.wallet}`
  const mints = [...new Set(kept.map(({ mint }) => mint))]
  const found = await tx.selectFrom('coin_share').selectAll().where('mint', 'in', mints).where('wallet', 'in', wallets).execute()
  const before = new Map(found.map((row) => [key(row), row]))
  const rows = grouped(kept, key).flatMap((remits): Insertable<Database['coin_share']>[] => {
    const row = before.get(key(remits[0]!))
    return row ? [{ ...row, amount: String(BigInt(row.amount) + sum(remits)) }] : []
  })
  if (rows.length === 0) return
  await tx
    .insertInto('coin_share')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['mint', 'wallet']).doUpdateSet((eb) => ({ amount: eb.ref('excluded.amount') })))
    .execute()
}
