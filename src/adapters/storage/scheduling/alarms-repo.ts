import { unixMs } from '../../../domain/brands.ts'
import type { AlarmRepo } from '../../../ports/storage/scheduling/alarms.ts'
import type { Executor } from '../engine/executor.ts'

/** States of alarms over Kysely. */
export const createAlarmRepo = (db: Executor): AlarmRepo => ({
  list: async () => {
    const rows = await db.selectFrom('alarm').selectAll().orderBy('name').orderBy('subject').execute()
    return rows.map(({ name, subject, summary, since_ms, seen_at_ms, raised_at_ms }) => ({
      name,
      subject,
      summary,
      sinceMs: unixMs(since_ms),
      seenAtMs: unixMs(seen_at_ms),
      raisedAtMs: raised_at_ms === null ? null : unixMs(raised_at_ms),
    }))
  },

  put: async ({ name, subject, summary, sinceMs, seenAtMs, raisedAtMs }) => {
    const state = { summary, since_ms: sinceMs, seen_at_ms: seenAtMs, raised_at_ms: raisedAtMs }
    await db
      .insertInto('alarm')
      .values({ name, subject, ...state })
      .onConflict((conflict) => conflict.columns(['name', 'subject']).doUpdateSet(state))
      .execute()
  },

  delete: async ({ name, subject }) => {
    await db.deleteFrom('alarm').where('name', '=', name).where('subject', '=', subject).execute()
  },
})
