import type { Selectable } from 'kysely'
import { unixMs } from '../../../domain/brands.ts'
import type { ProgramRecord } from '../../../domain/operator/deployed-program.ts'
import type { ProgramRepo } from '../../../ports/storage/scheduling/programs.ts'
import type { Executor } from '../engine/executor.ts'
import type { Database } from '../schema.ts'

/** The programs that launches go through, over Kysely. */
export const createProgramRepo = (db: Executor): ProgramRepo => ({
  list: async (platform) => {
    let query = db.selectFrom('deployed_program').selectAll().orderBy('platform').orderBy('address')
    if (platform !== undefined) query = query.where('platform', '=', platform)
    return (await query.execute()).map(toRecord)
  },

  put: async ({ platform, address, name, seen, lookedAtMs, disputed, accepted, acceptedAtMs }) => {
    const state = {
      name,
      seen_build: seen.build,
      seen_control: seen.control,
      looked_at_ms: lookedAtMs,
      disputed: Number(disputed),
      accepted_build: accepted?.build ?? null,
      accepted_control: accepted?.control ?? null,
      accepted_at_ms: acceptedAtMs,
    }
    await db
      .insertInto('deployed_program')
      .values({ platform, address, ...state })
      .onConflict((conflict) => conflict.columns(['platform', 'address']).doUpdateSet(state))
      .execute()
  },

  delete: async ({ platform, address }) => {
    await db.deleteFrom('deployed_program').where('platform', '=', platform).where('address', '=', address).execute()
  },
})

const toRecord = (row: Selectable<Database['deployed_program']>): ProgramRecord => ({
  platform: row.platform,
  address: row.address,
  name: row.name,
  seen: { build: row.seen_build, control: row.seen_control },
  lookedAtMs: unixMs(row.looked_at_ms),
  disputed: Number(row.disputed) === 1,
  accepted: row.accepted_build === null ? null : { build: row.accepted_build, control: row.accepted_control! },
  acceptedAtMs: row.accepted_at_ms === null ? null : unixMs(row.accepted_at_ms),
})
