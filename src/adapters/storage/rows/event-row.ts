import { type KeyId, type Mint, unixMs } from '../../../domain/brands.ts'
import type { CoinEvent, EventType } from '../../../domain/events.ts'
import { fromJson } from './json-column.ts'
import type { Database } from '../schema.ts'

/** The event of a row. Its data needs no validation: only typed events are written. */
export const toEvent = (row: Database['event']): CoinEvent =>
  ({
    id: row.id,
    type: row.type as EventType,
    mint: row.mint as Mint | null,
    keyId: row.key_id as KeyId,
    atMs: unixMs(row.at_ms),
    data: fromJson<CoinEvent['data']>(row.data_json),
  }) as CoinEvent
