import { unixMs } from '../../../domain/brands.ts'
import type { LaunchOffer } from '../../../domain/launch-offer.ts'
import type { LaunchOfferRepo } from '../../../ports/storage/operations.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import type { Executor } from '../engine/executor.ts'

/** Launches that wait for signatures, over Kysely. */
export const createLaunchOfferRepo = (db: Executor): LaunchOfferRepo => ({
  insert: async (offer) => {
    await db
      .insertInto('launch_offer')
      .values({
        id: offer.operation.id,
        offer_json: toJson(offer),
        image_sha256: offer.operation.plan.image?.sha256 ?? null,
        key_id: offer.operation.keyId,
        expires_at_ms: offer.expiresAtMs,
      })
      .execute()
  },
  find: async (id) => {
    const row = await db.selectFrom('launch_offer').select('offer_json').where('id', '=', id).executeTakeFirst()
    return row ? fromJson<LaunchOffer>(row.offer_json) : null
  },
  expiryTimes: async (keyId, sinceMs) => {
    const rows = await db
      .selectFrom('launch_offer')
      .select('expires_at_ms')
      .where('key_id', '=', keyId)
      .where('expires_at_ms', '>', sinceMs)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('operation').select('operation.id').whereRef('operation.id', '=', 'launch_offer.id'))),
      )
      .orderBy('expires_at_ms')
      .execute()
    return rows.map((row) => unixMs(row.expires_at_ms))
  },
  prune: async (beforeMs) =>
    Number(
      (
        await db
          .deleteFrom('launch_offer')
          .where('expires_at_ms', '<', beforeMs)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('operation')
                  .select('operation.id')
                  .whereRef('operation.id', '=', 'launch_offer.id')
                  .where((eb) => eb('unfinished', '=', eb.lit(1))),
              ),
            ),
          )
          .executeTakeFirst()
      ).numDeletedRows,
    ),
})
