import type { LeaseRepo } from '../../../ports/storage/scheduling.ts'
import type { Executor } from '../engine/executor.ts'

/** Leases over Kysely: of any number of concurrent attempts, one statement wins. */
export const createLeaseRepo = (db: Executor): LeaseRepo => ({
  take: async (name, holder, { nowMs, untilMs }) => {
    const taken = await db
      .insertInto('lease')
      .values({ name, holder, expires_at_ms: untilMs })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, expires_at_ms: untilMs })
          .where((eb) => eb.or([eb('lease.holder', '=', holder), eb('lease.expires_at_ms', '<=', nowMs)])),
      )
      .returning('holder')
      .executeTakeFirst()
    return taken !== undefined
  },

  release: async (name, holder) => {
    await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
  },

  prune: async (nowMs) => Number((await db.deleteFrom('lease').where('expires_at_ms', '<=', nowMs).executeTakeFirst()).numDeletedRows),
})
