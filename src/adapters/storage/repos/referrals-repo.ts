import { PRICED_CURRENCY } from '../../../domain/money/currency.ts'
import { type RawBuilder, sql } from 'kysely'
import { atomicUnits, type Mint } from '../../../domain/brands.ts'
import type { ReferralRepo } from '../../../ports/storage/referrals.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import type { Executor } from '../engine/executor.ts'
import { readSum, sumOf } from '../rows/amount-sum.ts'
import { roleHolds } from '../rows/role-holds.ts'

/** Referral figures over Kysely, summed by the database per UTC month. */
export const createReferralRepo = (db: Executor, dialect: SqlDialect): ReferralRepo => ({
  keysByMonth: (wallet) =>
    db
      .selectFrom('api_key')
      .select([monthOf(dialect, 'api_key.created_at_ms').as('month'), sql<number>`count(*)`.as('count')])
      .where('referral_wallet', '=', wallet)
      .groupBy('month')
      .orderBy('month')
      .execute(),

  launchesByMonth: (wallet) =>
    db
      .selectFrom('operation')
      .select([monthOf(dialect, 'created_at_ms').as('month'), sql<number>`count(*)`.as('count')])
      .where('kind', '=', sql.lit('launch'))
      // With a join SQLite would scan all launches, while few keys were referred.
      .where('key_id', 'in', (keys) => keys.selectFrom('api_key').select('id').where('referral_wallet', '=', wallet))
      .where('state', 'in', ['locked', 'unlocked'])
      .groupBy('month')
      .orderBy('month')
      .execute(),

  remitsByMonth: async (wallet) => {
    const rows = await db
      .selectFrom('remit')
      .select([monthOf(dialect, 'at_ms').as('month'), 'mint', 'role', sumOf(dialect, 'amount').as('amount')])
      .where('wallet', '=', wallet)
      .where('currency', '=', PRICED_CURRENCY)
      .where(roleHolds('referrer'))
      .groupBy(['month', 'mint', 'role'])
      .orderBy('month')
      .orderBy('mint')
      .execute()
    return rows.map((row) => ({ month: row.month, mint: row.mint as Mint, role: row.role, amountAtomic: atomicUnits(readSum(row.amount)) }))
  },
})

function monthOf(dialect: SqlDialect, column: string): RawBuilder<string> {
  const ms = sql.ref(column)
  return dialect === 'sqlite'
    ? sql`strftime('%Y-%m', ${ms} / 1000, 'unixepoch')`
    : sql`to_char(to_timestamp(${ms} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')`
}
