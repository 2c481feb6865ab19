import { type RawBuilder, sql } from 'kysely'
import { atomicUnits, type Mint, type Signature, unixMs } from '../../../domain/brands.ts'
import type { CoinPass, CoinPassRepo, CoinsDue, LastLook } from '../../../ports/storage/scheduling/coin-passes.ts'
import type { Shareholder } from '../../../domain/crew/fee-map.ts'
import { toCoin } from '../rows/coin-row.ts'
import { fromJson } from '../rows/json-column.ts'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'

/** When a coin is due in each pass. */
const DUE = { curve: 'curve_due_at_ms', split: 'split_due_at_ms', crank: 'crank_due_at_ms' } as const satisfies Record<CoinPass, string>
const SEEN = ['mint', 'platform', 'seen_accrued', 'quiet_since_ms', 'launched_at_ms'] as const

interface SeenRow {
  readonly mint: string
  readonly platform: string
  readonly seen_accrued: string | null
  readonly quiet_since_ms: number | null
  readonly launched_at_ms: number
}

const toLastLook = (row: SeenRow): LastLook => ({
  mint: row.mint as Mint,
  platform: row.platform,
  accruedAtomic: row.seen_accrued === null ? null : atomicUnits(row.seen_accrued),
  sinceMs: unixMs(row.quiet_since_ms ?? row.launched_at_ms),
})

/** Coins whose fees still go to their locked split, and that are due in this pass, in the order of their mints. */
const lockedAfter = (db: Executor, pass: 'split' | 'crank', afterMint: Mint | null, { nowMs, limit }: CoinsDue) =>
  db
    .selectFrom('coin')
    .where('mint', '>', afterMint ?? '')
    .where((eb) => eb('fee_share_locked', '=', eb.lit(1)))
    .where('fees_redirected_at_ms', 'is', null)
    .where(DUE[pass], '<=', nowMs)
    .orderBy('mint')
    .limit(limit)

/**
 * These coins, held in the order of their mints where rows are locked one by one: two passes that keep what they saw of the same coins
 * would else wait for each other.
 */
const inOrder = (dialect: SqlDialect, mints: RawBuilder<unknown>) =>
  dialect === 'postgres' ? sql<string>`(SELECT mint FROM coin WHERE mint IN (${mints}) ORDER BY mint FOR UPDATE)` : sql<string>`(${mints})`

/** Queries and state of the scheduled passes over all coins, over Kysely; only `listSplits` reads JSON. */
export const createCoinPassRepo = (db: Executor, dialect: SqlDialect): CoinPassRepo => ({
  listLocked: async (afterMint, due) => {
    const rows = await lockedAfter(db, 'crank', afterMint, due)
      .select([...SEEN, 'crank_from', 'crank_wait_until_ms'])
      .execute()
    return rows.map((row) => ({
      ...toLastLook(row),
      crankFromAtomic: atomicUnits(row.crank_from),
      crankWaitUntilMs: unixMs(row.crank_wait_until_ms),
    }))
  },

  listSplits: async (afterMint, due) => {
    const rows = await lockedAfter(db, 'split', afterMint, due)
      .select([...SEEN, 'shareholders_json', 'lock_height'])
      .execute()
    return rows.map((row) => ({
      ...toLastLook(row),
      shareholders: fromJson<Shareholder[]>(row.shareholders_json),
      lockHeight: row.lock_height,
      launchedAtMs: unixMs(row.launched_at_ms),
    }))
  },

  redirect: async (mint, { atMs, to }) =>
    toCoin(
      await db
        .updateTable('coin')
        .set({ fees_redirected_at_ms: atMs, fees_redirected_to: to })
        .where('mint', '=', mint)
        .where('fee_share_locked', '=', sql.lit(1))
        .where('fees_redirected_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  countRedirectedSince: async (sinceMs) => {
    const { count } = await db
      .selectFrom('coin')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('fees_redirected_at_ms', '>=', sinceMs)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  listCurvesDue: async ({ nowMs, limit }) => {
    const rows = await db
      .selectFrom('coin')
      .select(SEEN)
      .where('graduated_at_ms', 'is', null)
      .where('curve_due_at_ms', '<=', nowMs)
      .orderBy('curve_due_at_ms')
      .limit(limit)
      .execute()
    return rows.map(toLastLook)
  },

  keepLooks: async (pass, looks, nowMs) => {
    if (looks.length === 0) return
    const rows = looks.map(
      ({ mint, dueAtMs, changedToAtomic }) => sql`(${mint}, ${dueAtMs}, ${changedToAtomic === null ? null : String(changedToAtomic)})`,
    )
    const dueInOthers = Object.values(DUE)
      .filter((due) => due !== DUE[pass])
      .map(
        (due) =>
          sql`${sql.ref(due)} = CASE WHEN look.accrued IS NULL OR ${sql.ref(due)} <= ${nowMs} THEN ${sql.ref(due)} ELSE ${nowMs} END`,
      )
    await sql`WITH look (mint, due_at_ms, accrued) AS (VALUES ${sql.join(rows)})
      UPDATE coin SET ${sql.ref(DUE[pass])} = CAST(look.due_at_ms AS BIGINT), ${sql.join(dueInOthers)},
        seen_accrued = COALESCE(look.accrued, seen_accrued),
        quiet_since_ms = CASE WHEN look.accrued IS NULL THEN quiet_since_ms ELSE ${nowMs} END
      FROM look WHERE coin.mint = look.mint AND coin.mint IN ${inOrder(dialect, sql`SELECT mint FROM look`)}`.execute(db)
  },

  lookNow: async (mints, nowMs) => {
    const waiting = await db
      .selectFrom('coin')
      .select('mint')
      .where('mint', 'in', mints)
      .where((eb) => eb.or(Object.values(DUE).map((due) => eb(due, '>', nowMs))))
      .execute()
    if (waiting.length === 0) return
    const found = waiting.map(({ mint }) => mint)
    const now = Object.fromEntries(Object.values(DUE).map((due) => [due, nowMs]))
    await db
      .updateTable('coin')
      .set(now)
      .where('mint', 'in', inOrder(dialect, sql.join(found)))
      .execute()
  },

  oldestUnlockedAtMs: async () => {
    const row = await db
      .selectFrom('coin')
      .select('launched_at_ms')
      .where((eb) => eb('fee_share_locked', '=', eb.lit(0)))
      .orderBy('launched_at_ms')
      .limit(1)
      .executeTakeFirst()
    return row ? unixMs(row.launched_at_ms) : null
  },

  waitForFees: async (mint, { fromAtomic, untilMs }) => {
    const row = await db
      .updateTable('coin')
      .set({ crank_from: String(fromAtomic), crank_wait_until_ms: untilMs })
      .where('mint', '=', mint)
      .where('crank_wait_until_ms', '<=', untilMs)
      .returning('mint')
      .executeTakeFirst()
    return row !== undefined
  },

  findWait: async (mint) => {
    const row = await db.selectFrom('coin').select(['crank_from', 'crank_wait_until_ms']).where('mint', '=', mint).executeTakeFirst()
    return row ? { fromAtomic: atomicUnits(row.crank_from), untilMs: unixMs(row.crank_wait_until_ms) } : null
  },

  listReadingsDue: async (nowMs, limit) => {
    const rows = await db
      .selectFrom('coin')
      .select(['mint', 'platform', 'remits_read_to', 'remits_newest', 'remits_before'])
      .where((eb) => eb('fee_share_locked', '=', eb.lit(1)))
      .where('remits_due_at_ms', '<=', nowMs)
      .orderBy('remits_due_at_ms')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      mint: row.mint as Mint,
      platform: row.platform,
      readTo: row.remits_read_to as Signature | null,
      newest: row.remits_newest as Signature | null,
      before: row.remits_before as Signature | null,
    }))
  },

  keepReading: async (from, { readTo, newest, before, dueAtMs }) => {
    const began = [
      ['remits_read_to', from.readTo],
      ['remits_newest', from.newest],
      ['remits_before', from.before],
    ] as const
    const row = await db
      .updateTable('coin')
      .set({ remits_read_to: readTo, remits_newest: newest, remits_before: before, remits_due_at_ms: dueAtMs })
      .where('mint', '=', from.mint)
      .where((eb) => eb.and(began.map(([column, was]) => (was === null ? eb(column, 'is', null) : eb(column, '=', was)))))
      .returning('mint')
      .executeTakeFirst()
    return row !== undefined
  },
})
