import type { Selectable } from 'kysely'
import { type KeyId, type Mint, unixMs } from '../../domain/brands.ts'
import type { CoinEvent, EventType } from '../../domain/events.ts'
import type { EventRepo } from '../../ports/storage.ts'
import { fromJson, toJson } from './json-column.ts'
import { readCursor, toPage } from './keyset.ts'
import type { Database } from './schema.ts'
import type { Executor } from './storage.ts'

/** Events over Kysely, in the transaction that makes them true. */
export const createEventRepo = (db: Executor): EventRepo => ({
  insert: async (event) => {
    await db
      .insertInto('event')
      .values({ id: event.id, type: event.type, mint: event.mint, key_id: event.keyId, data_json: toJson(event.data), at_ms: event.atMs })
      .execute()
  },
  list: async (mint) => {
    const rows = await db.selectFrom('event').selectAll().where('mint', '=', mint).orderBy('at_ms').execute()
    return rows.map(toEvent)
  },

  listNewest: async (page, types) => {
    const after = readCursor(page.cursor)
    let query = db.selectFrom('event').selectAll().where('type', 'in', types)
    if (after) query = query.where((eb) => eb(eb.refTuple('at_ms', 'id'), '<', eb.tuple(after.timeMs, after.id)))
    const rows = await query
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute()
    return toPage(rows, page, (row) => ({ timeMs: row.at_ms, id: row.id }), toEvent)
  },
})

const toEvent = (row: Selectable<Database['event']>): CoinEvent => ({
  id: row.id,
  type: row.type as EventType,
  mint: row.mint as Mint | null,
  keyId: row.key_id as KeyId,
  atMs: unixMs(row.at_ms),
  data: fromJson<Record<string, unknown>>(row.data_json),
})
