import type { SignatureRepo } from '../../../ports/storage/storage.ts'
import type { Executor } from '../engine/executor.ts'

/** Used wallet signatures over Kysely. */
export const createSignatureRepo = (db: Executor): SignatureRepo => ({
  take: async (digest, expiresAtMs) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('used_signature')
      .values({ digest, expires_at_ms: expiresAtMs })
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },
  prune: async (nowMs, limit) => {
    const some = db.selectFrom('used_signature').select('digest').where('expires_at_ms', '<=', nowMs).limit(limit)
    const { numDeletedRows } = await db
      .deleteFrom('used_signature')
      .where('digest', 'in', some)
      .where('expires_at_ms', '<=', nowMs)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
