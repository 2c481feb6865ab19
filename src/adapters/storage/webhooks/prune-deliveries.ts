import { type ExpressionBuilder, sql } from 'kysely'
import type { UnixMs } from '../../../domain/brands.ts'
import { typesKept } from '../../../domain/events.ts'
import type { EventRepo } from '../../../ports/storage/storage.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import type { Executor } from '../engine/executor.ts'
import type { Database } from '../schema.ts'

// A literal: a parameter would keep SQLite from using the partial indexes.
const YES = sql.lit(1)
const NO = sql.lit(0)

/** Removes `limit` deliveries at most that ended before then, or that nobody will ever send; returns how many. */
export async function pruneDeliveries(db: Executor, beforeMs: UnixMs, limit: number): Promise<number> {
  type Delivery = ExpressionBuilder<Database, 'webhook_delivery'>
  const isOld = (eb: Delivery) => eb.and([eb('pending', '=', NO), eb('finished_at_ms', '<', beforeMs)])
  // An event that was enqueued in the moment its endpoint was deleted.
  const isOwnerless = (eb: Delivery) => eb.and([eb('pending', '=', YES), eb('endpoint_id', 'in', deletedEndpoints)])
  // What waited for an endpoint that stayed switched off.
  const isAbandoned = (eb: Delivery) =>
    eb.and([
      eb('pending', '=', YES),
      eb('created_at_ms', '<', beforeMs),
      eb('endpoint_id', 'in', eb.selectFrom('webhook_endpoint').select('id').where('disabled', 'is not', null)),
    ])
  let removed = 0
  for (const isOver of [isOld, isOwnerless, isAbandoned]) {
    if (removed === limit) break
    const some = db
      .selectFrom('webhook_delivery')
      .select('id')
      .where(isOver)
      .limit(limit - removed)
    const { numDeletedRows } = await db.deleteFrom('webhook_delivery').where('id', 'in', some).where(isOver).executeTakeFirst()
    removed += Number(numDeletedRows)
  }
  return removed
}

/** Endpoints that something waits for and that are gone: goes from one endpoint to the next, however much waits for each. */
const deletedEndpoints = sql<string>`(
  WITH RECURSIVE waiting (endpoint) AS (
    SELECT min(endpoint_id) FROM webhook_delivery WHERE pending = 1
    UNION ALL
    SELECT (SELECT min(endpoint_id) FROM webhook_delivery WHERE pending = 1 AND endpoint_id > waiting.endpoint)
    FROM waiting WHERE waiting.endpoint IS NOT NULL
  )
  SELECT endpoint FROM waiting
  WHERE endpoint IS NOT NULL AND NOT EXISTS (SELECT 1 FROM webhook_endpoint WHERE webhook_endpoint.id = waiting.endpoint)
)`

/** Removes `limit` events at most of those that are kept for a time, with their deliveries; returns how many. */
export const pruneEvents = (db: Executor, { monthMs, dayMs }: Parameters<EventRepo['prune']>[0], limit: number): Promise<number> =>
  inTransaction(db, async (tx) => {
    let removed = 0
    for (const [kept, beforeMs] of [
      ['day', dayMs],
      ['month', monthMs],
    ] as const) {
      for (const type of typesKept(kept)) {
        const old = await tx
          .selectFrom('event')
          .select('id')
          .where('type', '=', type)
          .where('at_ms', '<', beforeMs)
          .limit(limit - removed)
          .execute()
        if (old.length === 0) continue
        const ids = old.map(({ id }) => id)
        await tx.deleteFrom('webhook_delivery').where('event_id', 'in', ids).execute()
        await tx.deleteFrom('event').where('id', 'in', ids).execute()
        removed += ids.length
        if (removed === limit) return removed
      }
    }
    return removed
  })
