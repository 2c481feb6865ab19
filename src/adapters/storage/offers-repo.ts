import type { LaunchOffer } from '../../domain/launch-offer.ts'
import type { OfferRepo } from '../../ports/storage.ts'
import { fromJson, toJson } from './json-column.ts'
import type { Executor } from './storage.ts'

/** Launches that wait for signatures, over Kysely. */
export const createOfferRepo = (db: Executor): OfferRepo => ({
  insert: async (offer) => {
    await db
      .insertInto('launch_offer')
      .values({ id: offer.operation.id, offer_json: toJson(offer), expires_at_ms: offer.expiresAtMs })
      .execute()
  },
  find: async (id) => {
    const row = await db.selectFrom('launch_offer').select('offer_json').where('id', '=', id).executeTakeFirst()
    return row ? fromJson<LaunchOffer>(row.offer_json) : null
  },
  prune: async (beforeMs) =>
    Number((await db.deleteFrom('launch_offer').where('expires_at_ms', '<', beforeMs).executeTakeFirst()).numDeletedRows),
})
