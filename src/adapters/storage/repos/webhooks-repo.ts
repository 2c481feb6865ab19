import type { WebhookRepo } from '../../../ports/storage/webhooks.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { yieldToEventLoop } from '../../../lib/yield-to-event-loop.ts'
import { newestFirst } from '../rows/keyset.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { Executor } from '../engine/executor.ts'
import { toEndpoint, toEndpointRow } from '../webhooks/webhook-rows.ts'
import { createWebhookQueue } from '../webhooks/webhook-queue.ts'

const DELIVERIES_AT_ONCE = 500

const insertRow = builtOnce((db, row: ReturnType<typeof toEndpointRow>) => db.insertInto('webhook_endpoint').values(row))
const countOfKey = builtOnce((db, keyId: string) =>
  db
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('key_id', '=', keyId),
)

/** Endpoints over Kysely; their queues are in webhook-queue.ts. */
export const createWebhookRepo = (db: Executor): WebhookRepo => ({
  ...createWebhookQueue(db),

  insert: async (endpoint) => {
    await insertRow(db, toEndpointRow(endpoint))
  },
  count: async (keyId) => {
    const { rows } = await countOfKey(db, keyId)
    return Number(rows[0]!.count)
  },
  find: async (id) => {
    const row = await db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? toEndpoint(row) : null
  },

  list: async (keyId, page, { failing } = { failing: false }) => {
    let query = db.selectFrom('webhook_endpoint').selectAll()
    if (keyId !== null) query = query.where('key_id', '=', keyId)
    if (failing) query = query.where((eb) => eb.or([eb('first_failed_at_ms', 'is not', null), eb('disabled', 'is not', null)]))
    return newestFirst(query, page, { time: 'created_at_ms', id: 'id' }, toEndpoint)
  },

  delete: async (id) => {
    const { numDeletedRows } = await db.deleteFrom('webhook_endpoint').where('id', '=', id).executeTakeFirst()
    // In batches, since there may be many. `prune` removes the rest if the process ends here.
    const some = db.selectFrom('webhook_delivery').select('id').where('endpoint_id', '=', id).limit(DELIVERIES_AT_ONCE)
    for (;;) {
      const removed = await db.deleteFrom('webhook_delivery').where('id', 'in', some).executeTakeFirst()
      if (removed.numDeletedRows < BigInt(DELIVERIES_AT_ONCE)) return numDeletedRows === 1n
      await yieldToEventLoop()
    }
  },

  rotateSecret: async (id, expectedSealed, { sealedSecret, previousUntilMs }) => {
    const row = await db
      .updateTable('webhook_endpoint')
      .set((eb) => ({ previous_sealed_secret: eb.ref('sealed_secret'), previous_until_ms: previousUntilMs, sealed_secret: sealedSecret }))
      .where('id', '=', id)
      .where('sealed_secret', '=', expectedSealed)
      .returningAll()
      .executeTakeFirst()
    return row ? toEndpoint(row) : null
  },

  reseal: async ({ id, sealedSecret: expected }, { sealedSecret, previousSealedSecret, sealedUrl }) => {
    const { numUpdatedRows } = await db
      .updateTable('webhook_endpoint')
      .set({ sealed_secret: sealedSecret, previous_sealed_secret: previousSealedSecret, sealed_url: sealedUrl })
      .where('id', '=', id)
      .where('sealed_secret', '=', expected)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  enable: (id, expected) =>
    inTransaction(db, async (tx) => {
      const row = await tx
        .updateTable('webhook_endpoint')
        .set({ disabled: null, first_failed_at_ms: null, failures: 0, next_attempt_at_ms: 0 })
        .where('id', '=', id)
        .where('disabled', '=', expected)
        .returningAll()
        .executeTakeFirst()
      if (!row) return null
      await tx
        .updateTable('webhook_delivery')
        .set({ due_at_ms: 0 })
        .where('endpoint_id', '=', id)
        .where((eb) => eb('pending', '=', eb.lit(1)))
        .execute()
      return toEndpoint(row)
    }),
})
