import { sql } from 'kysely'
import { atomicUnits, type Mint, type Signature, unixMs } from '../../../domain/brands.ts'
import type { CoinPassRepo } from '../../../ports/storage/scheduling/coin-passes.ts'
import type { Shareholder } from '../../../domain/crew/fee-map.ts'
import { toCoin } from '../rows/coin-row.ts'
import { fromJson } from '../rows/json-column.ts'
import type { Executor } from '../engine/executor.ts'

/** Coins whose fees still go to their locked split, in the order of their mints. */
const lockedAfter = (db: Executor, afterMint: Mint | null, limit: number) =>
  db
    .selectFrom('coin')
    .where('mint', '>', afterMint ?? '')
    .where((eb) => eb('fee_share_locked', '=', eb.lit(1)))
    .where('fees_redirected_at_ms', 'is', null)
    .orderBy('mint')
    .limit(limit)

/** Queries and state of the scheduled passes over all coins, over Kysely; only `listSplits` reads JSON. */
export const createCoinPassRepo = (db: Executor): CoinPassRepo => ({
  listLocked: async (afterMint, limit) => {
    const rows = await lockedAfter(db, afterMint, limit).select(['mint', 'platform', 'crank_from', 'crank_wait_until_ms']).execute()
    return rows.map((row) => ({
      mint: row.mint as Mint,
      platform: row.platform,
      crankFromAtomic: atomicUnits(row.crank_from),
      crankWaitUntilMs: unixMs(row.crank_wait_until_ms),
    }))
  },

  listSplits: async (afterMint, limit) => {
    const rows = await lockedAfter(db, afterMint, limit)
      .select(['mint', 'platform', 'shareholders_json', 'lock_height', 'launched_at_ms'])
      .execute()
    return rows.map((row) => ({
      mint: row.mint as Mint,
      platform: row.platform,
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
        .where('fee_share_locked', '=', 1)
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

  listCurvesDue: async (nowMs, limit) => {
    const rows = await db
      .selectFrom('coin')
      .select(['mint', 'platform', 'curve_accrued', 'curve_since_ms', 'launched_at_ms'])
      .where('graduated_at_ms', 'is', null)
      .where('curve_due_at_ms', '<=', nowMs)
      .orderBy('curve_due_at_ms')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      mint: row.mint as Mint,
      platform: row.platform,
      accruedAtomic: row.curve_accrued === null ? null : atomicUnits(row.curve_accrued),
      sinceMs: unixMs(row.curve_since_ms ?? row.launched_at_ms),
    }))
  },

  keepLooks: async (looks) => {
    if (looks.length === 0) return
    const rows = looks.map(
      ({ mint, accruedAtomic, sinceMs, dueAtMs }) =>
        sql`(${mint}, ${accruedAtomic === null ? null : String(accruedAtomic)}, ${sinceMs}, ${dueAtMs})`,
    )
    await sql`WITH look (mint, accrued, since_ms, due_at_ms) AS (VALUES ${sql.join(rows)})
      UPDATE coin SET curve_accrued = look.accrued, curve_since_ms = CAST(look.since_ms AS BIGINT),
        curve_due_at_ms = CAST(look.due_at_ms AS BIGINT) FROM look WHERE coin.mint = look.mint`.execute(db)
  },

  lookNow: async (mints, nowMs) => {
    const waiting = await db
      .selectFrom('coin')
      .select('mint')
      .where('mint', 'in', mints)
      .where('graduated_at_ms', 'is', null)
      .where('curve_due_at_ms', '>', nowMs)
      .execute()
    if (waiting.length === 0) return
    const found = waiting.map(({ mint }) => mint)
    await db.updateTable('coin').set({ curve_due_at_ms: nowMs }).where('mint', 'in', found).execute()
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
