import { type CoinEvent, EVENTS, type EventType } from '../../../domain/events.ts'
import type { PageRequest } from '../../../ports/storage/page.ts'
import type { EventRepo } from '../../../ports/storage/storage.ts'
import { toEvent } from '../rows/event-row.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { toJson } from '../rows/json-column.ts'
import { newestFirst, pageOf } from '../rows/keyset.ts'
import type { Executor } from '../engine/executor.ts'
import { listeningEndpoints } from '../webhooks/listening-endpoints.ts'
import { pruneEvents } from '../webhooks/prune-deliveries.ts'
import { createWebhookQueue } from '../webhooks/webhook-queue.ts'

const BY_TIME = { time: 'at_ms', id: 'id' } as const

/** Events over Kysely, in the transaction of the state change that they report. */
export const createEventRepo = (db: Executor): EventRepo => ({
  insert: (event) =>
    inTransaction(db, async (tx) => {
      if (EVENTS[event.type].kept !== 'ever' && (await listeningEndpoints(tx, event)).length === 0) return
      await tx
        .insertInto('event')
        .values({ id: event.id, type: event.type, mint: event.mint, key_id: event.keyId, data_json: toJson(event.data), at_ms: event.atMs })
        .execute()
      await createWebhookQueue(tx).enqueue(event)
    }),
  list: async (mint) => {
    const rows = await db.selectFrom('event').selectAll().where('mint', '=', mint).orderBy('at_ms').execute()
    return rows.map(toEvent)
  },

  prune: (before, limit) => pruneEvents(db, before, limit),

  listNewest: async <Type extends EventType>(page: PageRequest, types: readonly Type[]) => {
    // A page of each type is read from the index on types, and the newest of those are the page: asked for all types at once, the
    // database would sort every event there is.
    const ofType = (type: Type) => {
      const newest = pageOf(db.selectFrom('event').selectAll().where('type', '=', type), page, BY_TIME)
      return db.selectFrom(newest.as('newest')).selectAll()
    }
    const all = types.map(ofType).reduce((query, next) => query.unionAll(next))
    return newestFirst(db.selectFrom(all.as('event')).selectAll(), page, BY_TIME, (row) => toEvent(row) as CoinEvent<Type>)
  },
})
