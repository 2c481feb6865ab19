import { type ExpressionBuilder, sql } from 'kysely'
import { type OperationId, unixMs } from '../../../domain/brands.ts'
import type { LaunchOffer, LockOffer } from '../../../domain/launch-offer.ts'
import type { LaunchOfferRepo } from '../../../ports/storage/operations.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import type { Database } from '../schema.ts'
import type { Executor } from '../engine/executor.ts'

/** Offers of unsigned launches and locks, over Kysely. */
export const createLaunchOfferRepo = (db: Executor): LaunchOfferRepo => ({
  insert: async (offer) => {
    await db
      .insertInto('launch_offer')
      .values({
        id: offer.operation.id,
        kind: offer.operation.kind,
        offer_json: toJson(offer),
        image_sha256: offer.operation.plan.image?.sha256 ?? null,
        key_id: offer.operation.keyId,
        expires_at_ms: offer.expiresAtMs,
      })
      .execute()
  },
  find: (id) => findOffer<LaunchOffer>(db, id, '='),
  findLock: (id) => findOffer<LockOffer>(db, id, '<>'),
  expiryTimes: async (keyId, sinceMs) => {
    const rows = await db
      .selectFrom('launch_offer')
      .select('expires_at_ms')
      .where('key_id', '=', keyId)
      .where('kind', '=', sql.lit('launch'))
      .where('expires_at_ms', '>', sinceMs)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('operation').select('operation.id').whereRef('operation.id', '=', 'launch_offer.id'))),
      )
      .orderBy('expires_at_ms')
      .execute()
    return rows.map((row) => unixMs(row.expires_at_ms))
  },
  prune: async (beforeMs, limit) => {
    const isOver = (eb: ExpressionBuilder<Database, 'launch_offer'>) =>
      eb.and([
        eb('launch_offer.expires_at_ms', '<', beforeMs),
        eb.not(
          eb.exists(
            eb
              .selectFrom('operation')
              .select('operation.id')
              .whereRef('operation.id', '=', 'launch_offer.id')
              .where((operation) => operation('unfinished', '=', operation.lit(1))),
          ),
        ),
      ])
    const { numDeletedRows } = await db
      .deleteFrom('launch_offer')
      .where('id', 'in', db.selectFrom('launch_offer').select('id').where(isOver).limit(limit))
      .where(isOver)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

/** The offer of this id whose kind is, or is not, a launch. */
async function findOffer<Offer>(db: Executor, id: OperationId, launch: '=' | '<>'): Promise<Offer | null> {
  const row = await db
    .selectFrom('launch_offer')
    .select('offer_json')
    .where('id', '=', id)
    .where('kind', launch, 'launch')
    .executeTakeFirst()
  return row ? fromJson<Offer>(row.offer_json) : null
}
