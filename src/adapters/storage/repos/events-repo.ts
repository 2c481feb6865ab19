import type { Insertable } from 'kysely'
import { type CoinEvent, EVENTS, type EventType } from '../../../domain/events.ts'
import type { PageRequest } from '../../../ports/storage/page.ts'
import type { EventRepo } from '../../../ports/storage/storage.ts'
import { toEvent } from '../rows/event-row.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { toJson } from '../rows/json-column.ts'
import { newestFirst, pageOf } from '../rows/keyset.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { Executor } from '../engine/executor.ts'
import type { Database } from '../schema.ts'
import { enqueueEvents } from '../webhooks/enqueue-events.ts'
import { listensTo, servedEndpoints } from '../webhooks/listening-endpoints.ts'
import { pruneEvents } from '../webhooks/prune-deliveries.ts'

const BY_TIME = { time: 'at_ms', id: 'id' } as const

const insertRows = builtOnce((db, rows: readonly Insertable<Database['event']>[]) => db.insertInto('event').values(rows))

/** Events over Kysely, in the transaction of the state change that they report. */
export const createEventRepo = (db: Executor): EventRepo => ({
  insert: (...events) =>
    inTransaction(db, async (tx) => {
      const endpoints = await servedEndpoints(tx, events)
      const kept = events.filter((event) => EVENTS[event.type].kept === 'ever' || endpoints.some((endpoint) => listensTo(endpoint, event)))
      if (kept.length === 0) return
      await insertRows(
        tx,
        kept.map(({ id, type, mint, keyId, data, atMs }) => ({ id, type, mint, key_id: keyId, data_json: toJson(data), at_ms: atMs })),
      )
      await enqueueEvents(tx, kept, endpoints)
    }),
  list: async (mint) => {
    const rows = await db.selectFrom('event').selectAll().where('mint', '=', mint).orderBy('at_ms').execute()
    return rows.map(toEvent)
  },

  prune: (before, limit) => pruneEvents(db, before, limit),

  listNewest: async <Type extends EventType>(page: PageRequest, types: readonly Type[]) => {
    // A page of each type is read from the index on types, and the newest of those are the page: asked for all types at once, the
    // database would sort every event there is. Their data is read last, of those on the page alone.
    const ofType = (type: Type) => {
      const newest = pageOf(db.selectFrom('event').select(['at_ms', 'id']).where('type', '=', type), page, BY_TIME)
      return db.selectFrom(newest.as('newest')).selectAll()
    }
    const all = types.map(ofType).reduce((query, next) => query.unionAll(next))
    const { rows: ids, nextCursor } = await newestFirst(db.selectFrom(all.as('event')).selectAll(), page, BY_TIME, ({ id }) => id)
    const found = ids.length === 0 ? [] : await db.selectFrom('event').selectAll().where('id', 'in', ids).execute()
    const rowOf = new Map(found.map((row) => [row.id, row]))
    return { rows: ids.flatMap((id) => rowOf.get(id) ?? []).map((row) => toEvent(row) as CoinEvent<Type>), nextCursor }
  },
})
