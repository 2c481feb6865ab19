import { type ExpressionBuilder, sql } from 'kysely'
import { type DeliveryId, unixMs } from '../../../domain/brands.ts'
import { OWN_LIMITS } from '../../../domain/limits/own-limits.ts'
import type { DeliveryAttempt } from '../../../domain/webhooks/webhook.ts'
import type { WebhookRepo } from '../../../ports/storage/webhooks.ts'
import { keysOfOwner } from '../rows/key-owner.ts'
import { toEvent } from '../rows/event-row.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Executor } from '../engine/executor.ts'
import type { Database } from '../schema.ts'
import { enqueueEvents } from './enqueue-events.ts'
import { servedAt, servedEndpoints } from './listening-endpoints.ts'
import { toDelivery, toDeliveryRow, toEndpoint } from './webhook-rows.ts'
import { pruneDeliveries } from './prune-deliveries.ts'

// A literal: a parameter would keep SQLite from using the partial indexes.
const YES = sql.lit(1)
const NO = sql.lit(0)

/** The part of the repository that queues events for endpoints. */
export type WebhookQueue = Pick<
  WebhookRepo,
  'enqueue' | 'claimDue' | 'releaseLeases' | 'queue' | 'finishTurn' | 'backlog' | 'listDeliveries' | 'redeliver' | 'prune'
>

/**
 * Queues over Kysely. Endpoints are leased, not deliveries: one worker has a whole queue, so that its order holds across replicas. What
 * is due is computed from the deliveries each time, so that enqueueing updates no row that a worker writes.
 */
export const createWebhookQueue = (db: Executor): WebhookQueue => ({
  enqueue: async (event) => enqueueEvents(db, [event], await servedEndpoints(db, [event])),

  claimDue: async ({ id, nowMs, untilMs, endpointsMax }) => {
    const isServed = await servedAt(db, nowMs)
    const rows = await db
      .updateTable('webhook_endpoint')
      .set({ lease: id, leased_until_ms: untilMs })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('webhook_endpoint as endpoint')
          .select('endpoint.id')
          .where(isServed)
          .where('endpoint.next_attempt_at_ms', '<=', nowMs)
          .where('endpoint.leased_until_ms', '<=', nowMs)
          .where(({ exists, selectFrom: from }) =>
            exists(
              from('webhook_delivery')
                .select('webhook_delivery.id')
                .whereRef('endpoint_id', '=', 'endpoint.id')
                .where('pending', '=', YES)
                .where('due_at_ms', '<=', nowMs),
            ),
          )
          .orderBy('endpoint.leased_until_ms')
          .limit(endpointsMax),
      )
      .returningAll()
      .execute()
    return rows.map(toEndpoint)
  },

  releaseLeases: async () => {
    await db.updateTable('webhook_endpoint').set({ lease: null, leased_until_ms: 0 }).where('lease', 'is not', null).execute()
  },

  queue: async (endpointId, dueByMs, limit) => {
    const rows = await db
      .selectFrom('webhook_delivery as delivery')
      .innerJoin('event', 'event.id', 'delivery.event_id')
      .selectAll('event')
      .select(['delivery.id as delivery_id', 'delivery.attempts_json'])
      .where('delivery.endpoint_id', '=', endpointId)
      .where('delivery.pending', '=', YES)
      // The unary plus makes SQLite use the queue's order; by due time it would sort everything pending.
      .where(sql<number>`+delivery.due_at_ms`, '<=', dueByMs)
      .orderBy('delivery.position')
      .orderBy('delivery.id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.delivery_id as DeliveryId,
      attempts: fromJson<DeliveryAttempt[]>(row.attempts_json),
      event: toEvent(row),
    }))
  },

  finishTurn: (endpointId, leaseId, { tried, nextAttemptAtMs, firstFailedAtMs, failures, disabled }, nowMs) =>
    inTransaction(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('webhook_endpoint')
        .set({ lease: null, leased_until_ms: nowMs, next_attempt_at_ms: nextAttemptAtMs, first_failed_at_ms: firstFailedAtMs })
        .set({ failures, disabled })
        .where('id', '=', endpointId)
        .where('lease', '=', leaseId)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      for (const { id, attempts, state, dueAtMs } of tried) {
        const pending = state === 'pending'
        await tx
          .updateTable('webhook_delivery')
          .set({ state, pending: Number(pending), due_at_ms: dueAtMs, attempts_json: toJson(attempts) })
          .set({ finished_at_ms: pending ? null : nowMs })
          .where('id', '=', id)
          .execute()
      }
      return true
    }),

  // Each wait is one look into an index of the endpoint's pending deliveries, and their number a count of its entries.
  backlog: async (nowMs) => {
    const isServed = await servedAt(db, nowMs)
    const endpoints = await db
      .selectFrom('webhook_endpoint as endpoint')
      .select(['endpoint.next_attempt_at_ms', 'endpoint.leased_until_ms'])
      .select((eb) => [
        pendingOf(eb)
          .select(({ fn }) => fn.countAll<number>().as('pending'))
          .as('pending'),
        pendingOf(eb)
          .select(({ fn }) => fn.min('position').as('first'))
          .as('first'),
        pendingOf(eb)
          .where('due_at_ms', '=', sql.lit(0))
          .select(({ fn }) => fn.min('position').as('untried'))
          .as('untried'),
        pendingOf(eb)
          .where('due_at_ms', '>', 0)
          .select(({ fn }) => fn.min('due_at_ms').as('retried'))
          .as('retried'),
      ])
      .where(isServed)
      .execute()
    const queues = endpoints.filter(({ first }) => first !== null)
    const overdue = queues
      .map((queue) => Math.max(dueMs(queue), queue.next_attempt_at_ms, queue.leased_until_ms))
      .filter((ms) => ms <= nowMs)
    return {
      pending: queues.reduce((sum, { pending }) => sum + Number(pending), 0),
      oldestAtMs: earliest(queues.map(({ first }) => timeOf(first!))),
      overdueSinceMs: earliest(overdue),
    }
  },

  listDeliveries: async (endpointId, page) => {
    const query = deliveriesOf(db, endpointId)
    return newestFirst(query, page, { time: 'position', id: 'id', of: 'delivery' }, toDelivery)
  },

  redeliver: (endpointId, id, copyId, nowMs, ownMax = OWN_LIMITS.webhookLogPerOwner) =>
    inTransaction(db, async (tx) => {
      const row = await deliveriesOf(tx, endpointId).where('delivery.id', '=', id).executeTakeFirst()
      if (!row) return null
      if (row.pending === 1) {
        const endpoint = tx.updateTable('webhook_endpoint').where('id', '=', endpointId)
        // Changes nothing: its row is held first, in the order of a turn, which may end this delivery and let the endpoint rest.
        await endpoint.set(({ ref }) => ({ next_attempt_at_ms: ref('next_attempt_at_ms') })).execute()
        const { numUpdatedRows } = await tx
          .updateTable('webhook_delivery')
          .set({ due_at_ms: 0 })
          .where('id', '=', id)
          .where('endpoint_id', '=', endpointId)
          .where('pending', '=', YES)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) {
          await endpoint.set({ next_attempt_at_ms: 0 }).execute()
          return toDelivery({ ...row, due_at_ms: 0 })
        }
        // A worker finished it since it was read: a copy, as of any other that is finished.
      }
      if ((await ownDeliveries(tx, endpointId)) >= ownMax) return 'full'
      const { lastPosition } = await tx
        .selectFrom('webhook_delivery')
        .select(({ fn }) => fn.max('position').as('lastPosition'))
        .where('endpoint_id', '=', endpointId)
        .executeTakeFirstOrThrow()
      const copy = toDeliveryRow({ id: copyId, endpointId, eventId: row.event_id, lastPosition, nowMs })
      await tx.insertInto('webhook_delivery').values(copy).execute()
      // Bounds what repeated redeliveries can store.
      const last = await tx
        .selectFrom('webhook_delivery')
        .select('position')
        .where('endpoint_id', '=', endpointId)
        .orderBy('position', 'desc')
        .orderBy('id', 'desc')
        .offset(OWN_LIMITS.webhookLogMax)
        .limit(1)
        .executeTakeFirst()
      if (last) {
        const old = tx.deleteFrom('webhook_delivery').where('endpoint_id', '=', endpointId).where('pending', '=', NO)
        await old.where('position', '<=', last.position).execute()
      }
      return toDelivery({ ...copy, finished_at_ms: null, type: row.type })
    }),

  prune: (beforeMs, limit) => pruneDeliveries(db, beforeMs, limit),
})

/** The pending deliveries of an endpoint, within a query of endpoints. */
const pendingOf = (eb: ExpressionBuilder<Database & { endpoint: Database['webhook_endpoint'] }, 'endpoint'>) =>
  eb.selectFrom('webhook_delivery').whereRef('endpoint_id', '=', 'endpoint.id').where('pending', '=', YES)

/** Positions are times of events in hundredths of ms. */
const timeOf = (position: number): number => Math.floor(Number(position) / 100)

/** When the first of a queue is due: an event that was never tried since it happened, another from its next attempt on. */
const dueMs = ({ untried, retried }: { readonly untried: number | null; readonly retried: number | null }): number =>
  Math.min(untried === null ? Infinity : timeOf(untried), Number(retried ?? Infinity))

const earliest = (timesMs: readonly number[]) =>
  timesMs.length === 0 ? null : unixMs(timesMs.reduce((least, timeMs) => Math.min(least, timeMs)))

const deliveriesOf = (db: Executor, endpointId: string) =>
  db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .selectAll('delivery')
    .select('event.type')
    .where('delivery.endpoint_id', '=', endpointId)

/** The number of deliveries of all endpoints whose keys share this one's owner. */
async function ownDeliveries(db: Executor, endpointId: string): Promise<number> {
  const { key_id } = await db.selectFrom('webhook_endpoint').select('key_id').where('id', '=', endpointId).executeTakeFirstOrThrow()
  const keys = await keysOfOwner(db, key_id)
  const { count } = await db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'webhook_delivery.endpoint_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('endpoint.key_id', 'in', keys)
    .executeTakeFirstOrThrow()
  return Number(count)
}
