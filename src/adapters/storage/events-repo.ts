import { type KeyId, type Mint, unixMs } from '../../domain/brands.ts'
import type { CoinEvent, EventType } from '../../domain/events.ts'
import type { EventRepo } from '../../ports/storage.ts'
import { fromJson, toJson } from './json-column.ts'
import type { Database } from './schema.ts'
import type { Executor } from './storage.ts'
import { createWebhookRepo } from './webhooks-repo.ts'

/** Events over Kysely, in the transaction that makes them true. */
export const createEventRepo = (db: Executor): EventRepo => {
  const insert = async (tx: Executor, event: CoinEvent) => {
    await tx
      .insertInto('event')
      .values({ id: event.id, type: event.type, mint: event.mint, key_id: event.keyId, data_json: toJson(event.data), at_ms: event.atMs })
      .execute()
    await createWebhookRepo(tx).enqueue(event)
  }
  return {
    insert: (event) => (db.isTransaction ? insert(db, event) : db.transaction().execute((tx) => insert(tx, event))),
    list: async (mint) => {
      const rows = await db.selectFrom('event').selectAll().where('mint', '=', mint).orderBy('at_ms').execute()
      return rows.map(toEvent)
    },
  }
}

/** The event of a row. */
export const toEvent = (row: Database['event']): CoinEvent => ({
  id: row.id,
  type: row.type as EventType,
  mint: row.mint as Mint | null,
  keyId: row.key_id as KeyId,
  atMs: unixMs(row.at_ms),
  data: fromJson<Record<string, unknown>>(row.data_json),
})
