import type { UnixMs } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/** Records the last run of a scheduled job, and the next. Unknown values are left out. */
export function recordJobRun(
  { metrics }: Pick<Deps, 'metrics'>,
  run: {
    readonly job: string
    readonly startedAtMs: UnixMs | null
    readonly finishedAtMs: UnixMs | null
    readonly failed: boolean
    readonly nextRunAtMs: UnixMs | null
  },
): void {
  const { job, startedAtMs, finishedAtMs, failed, nextRunAtMs } = run
  if (startedAtMs !== null) metrics.set('svc_cron_last_started_timestamp_seconds', { job }, startedAtMs / 1_000)
  if (nextRunAtMs !== null) metrics.set('svc_cron_next_run_timestamp_seconds', { job }, nextRunAtMs / 1_000)
  if (finishedAtMs === null) return
  metrics.set('svc_cron_last_finished_timestamp_seconds', { job }, finishedAtMs / 1_000)
  metrics.set('svc_cron_last_run_failed', { job }, Number(failed))
  // A run is under way, so that the duration of the last finished one is no longer known.
  if (startedAtMs !== null && startedAtMs <= finishedAtMs)
    metrics.set('svc_cron_last_duration_seconds', { job }, (finishedAtMs - startedAtMs) / 1_000)
}
