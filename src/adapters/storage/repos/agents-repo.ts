import { type SelectQueryBuilder, sql } from 'kysely'
import { atomicUnits, type KeyId } from '../../../domain/brands.ts'
import { OWN_LIMITS } from '../../../domain/limits/own-limits.ts'
import { byCurrency } from '../../../domain/money/currency.ts'
import type { AgentFacts, AgentRepo, LaunchedBy } from '../../../ports/storage/agents.ts'
import type { Executor } from '../engine/executor.ts'
import type { Database } from '../schema.ts'
import type { StoredRemit } from './money/earnings-repo.ts'

/** What agents did, over Kysely: counts within an index, and sums that grew with each remit. */
export const createAgentRepo = (db: Executor): AgentRepo => ({
  findKey: async (name) => {
    const row = await db.selectFrom('api_key').select('id').where('name', '=', name).executeTakeFirst()
    return row ? (row.id as KeyId) : null
  },

  facts: async (by) => {
    const [coins, payments, paid, done] = await Promise.all([
      countCoins(db, by),
      readPayments(db, by),
      countPaid(db, by),
      countDone(db, by),
    ])
    return { ...coins, ...payments, jobs: { paid, done } }
  },
})

/** The id of the key, or the wallet: no key has the name of a wallet. */
const nameOf = (by: LaunchedBy): string => ('keyId' in by ? by.keyId : by.launcher)

const columnOf = (by: LaunchedBy) => ('keyId' in by ? 'key_id' : 'launcher')

async function countCoins(db: Executor, by: LaunchedBy): Promise<Pick<AgentFacts, 'launched' | 'locked' | 'redirected'>> {
  const newest = db
    .selectFrom('coin')
    .select(['fee_share_locked', 'fees_redirected_at_ms'])
    .where(columnOf(by), '=', nameOf(by))
    .orderBy('launched_at_ms', 'desc')
    .orderBy('mint', 'desc')
    .limit(sql.lit(OWN_LIMITS.agentCoinsMax))
  const row = await db
    .selectFrom(newest.as('newest'))
    .select([
      sql<number>`count(*)`.as('launched'),
      sql<number>`count(CASE WHEN fee_share_locked = 1 AND fees_redirected_at_ms IS NULL THEN 1 END)`.as('locked'),
      sql<number>`count(fees_redirected_at_ms)`.as('redirected'),
    ])
    .executeTakeFirstOrThrow()
  return { launched: Number(row.launched), locked: Number(row.locked), redirected: Number(row.redirected) }
}

async function readPayments(db: Executor, by: LaunchedBy): Promise<Pick<AgentFacts, 'paidToOthers' | 'payments'>> {
  const rows = await db.selectFrom('agent_paid').selectAll().where('agent', '=', nameOf(by)).execute()
  return {
    paidToOthers: byCurrency((currency) => atomicUnits(rows.find((row) => row.currency === currency)?.amount ?? 0)),
    payments: rows.reduce((sum, { remits }) => sum + remits, 0),
  }
}

type Jobs = SelectQueryBuilder<Database, 'coin_job', object>

/** A literal: a parameter would keep SQLite from using the partial indexes. */
const paidJobs = (db: Executor): Jobs => db.selectFrom('coin_job').where('state', '=', sql.lit('paid'))

const countPaid = (db: Executor, by: LaunchedBy): Promise<number> => countJobs(db, paidJobs(db).where(columnOf(by), '=', nameOf(by)))

const countDone = async (db: Executor, by: LaunchedBy): Promise<number> =>
  'keyId' in by ? 0 : countJobs(db, paidJobs(db).where('worker', '=', by.launcher))

async function countJobs(db: Executor, jobs: Jobs): Promise<number> {
  const some = jobs.select('id').limit(sql.lit(OWN_LIMITS.agentCoinsMax))
  const row = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Adds payments to what the agents of their coins paid to others. `tx` must be the transaction that inserted them and that has changed
 * the totals: the row of those is the lock of what is read and written here.
 */
export async function growAgents(tx: Executor, kept: readonly StoredRemit[]): Promise<void> {
  const mints = [...new Set(kept.map(({ mint }) => mint))]
  const coins = await tx.selectFrom('coin').select(['mint', 'key_id', 'launcher']).where('mint', 'in', mints).execute()
  const coinOf = new Map(coins.map((coin) => [coin.mint, coin]))
  const paid = kept.flatMap((remit) => {
    const coin = coinOf.get(remit.mint)
    return !coin || coin.launcher === remit.wallet ? [] : [coin.key_id, coin.launcher].map((agent) => ({ ...remit, agent }))
  })
  for (const remits of Map.groupBy(paid, ({ agent, currency }) => `${agent} ${currency}`).values()) {
    const { agent, currency } = remits[0]!
    const found = tx.selectFrom('agent_paid').selectAll().where('agent', '=', agent).where('currency', '=', currency)
    const before = await found.executeTakeFirst()
    const sums = {
      amount: String(remits.reduce((sumAtomic, { amountAtomic }) => sumAtomic + amountAtomic, BigInt(before?.amount ?? 0))),
      remits: (before?.remits ?? 0) + remits.length,
    }
    await tx
      .insertInto('agent_paid')
      .values({ agent, currency, ...sums })
      .onConflict((conflict) => conflict.columns(['agent', 'currency']).doUpdateSet(sums))
      .execute()
  }
}
