import type { Selectable } from 'kysely'
import { unixMs } from '../../../domain/brands.ts'
import type { ScheduledRunRepo, ScheduledRun } from '../../../ports/storage/scheduling.ts'
import type { Database } from '../schema.ts'
import type { Executor } from '../engine/executor.ts'

/** Runs of scheduled jobs over Kysely. */
export const createScheduledRunRepo = (db: Executor): ScheduledRunRepo => ({
  start: async (name, nowMs) => {
    const row = await db
      .insertInto('job_run')
      .values({ name, last_started_at_ms: nowMs, last_finished_at_ms: null, last_outcome: null, next_run_at_ms: null, position: null })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_started_at_ms: nowMs }))
      .returningAll()
      .executeTakeFirstOrThrow()
    return toRun(row)
  },

  finish: async (name, { startedAtMs, nowMs, outcome, nextRunAtMs }) => {
    const row = await db
      .updateTable('job_run')
      .set({ last_finished_at_ms: nowMs, last_outcome: outcome, next_run_at_ms: nextRunAtMs })
      .where('name', '=', name)
      .where('last_started_at_ms', '=', startedAtMs)
      .returning('name')
      .executeTakeFirst()
    return row !== undefined
  },

  keepPosition: async (name, { startedAtMs, position }) => {
    const row = await db
      .updateTable('job_run')
      .set({ position })
      .where('name', '=', name)
      .where('last_started_at_ms', '=', startedAtMs)
      .returning('name')
      .executeTakeFirst()
    return row !== undefined
  },

  find: async (name) => {
    const row = await db.selectFrom('job_run').selectAll().where('name', '=', name).executeTakeFirst()
    return row ? toRun(row) : null
  },

  list: async () => (await db.selectFrom('job_run').selectAll().orderBy('name').execute()).map(toRun),
})

const toRun = (row: Selectable<Database['job_run']>): ScheduledRun => ({
  name: row.name,
  lastStartedAtMs: timeOrNull(row.last_started_at_ms),
  lastFinishedAtMs: timeOrNull(row.last_finished_at_ms),
  lastOutcome: row.last_outcome,
  nextRunAtMs: timeOrNull(row.next_run_at_ms),
  position: row.position,
})

const timeOrNull = (ms: number | null) => (ms === null ? null : unixMs(ms))
