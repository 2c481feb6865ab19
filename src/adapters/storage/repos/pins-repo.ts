import type { PinRepo } from '../../../ports/storage/storage.ts'
import type { Executor } from '../engine/executor.ts'

/** Addresses of pinned content over Kysely, by hash. */
export const createPinRepo = (db: Executor): PinRepo => ({
  find: async (sha256) => (await db.selectFrom('pin').select('uri').where('sha256', '=', sha256).executeTakeFirst())?.uri ?? null,
  insert: async (sha256, uri) => {
    await db
      .insertInto('pin')
      .values({ sha256, uri })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
  },
})
