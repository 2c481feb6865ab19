import { unixMs } from '../domain/brands.ts'
import { AppError } from '../domain/errors.ts'
import { StorageFault } from '../ports/storage/storage-fault.ts'
import type { Deps } from '../ports/deps.ts'
import type { ScheduledJob, JobTurn } from '../ports/scheduled-job.ts'

/**
 * Runs a job once, and keeps in the storage when it ran, what came of it and when it runs next. A failure is logged and
 * kept as the outcome; it is never thrown. True when it went well.
 */
export async function runJob(
  deps: Deps,
  {
    name,
    job,
    dueAtMs,
    mayGoOn,
    nextRunAtMs,
  }: Pick<JobTurn, 'dueAtMs' | 'mayGoOn'> & { name: string; job: ScheduledJob; nextRunAtMs: () => number },
): Promise<boolean> {
  const { storage, clock, log } = deps
  try {
    const startedAtMs = clock.nowMs()
    const { position } = await storage.scheduledRuns.start(name, startedAtMs)
    const keepPosition = (next: string | null) => storage.scheduledRuns.keepPosition(name, next)
    let failed = false
    const outcome = await job(deps, { dueAtMs, position, keepPosition, mayGoOn }).catch((error: unknown) => {
      failed = true
      log.error('job failed', { job: name, error })
      return `failed: ${error instanceof AppError || error instanceof StorageFault ? error.code : 'internal_error'}`
    })
    const end = { startedAtMs, nowMs: clock.nowMs(), outcome, nextRunAtMs: unixMs(nextRunAtMs()) }
    if (!(await storage.scheduledRuns.finish(name, end))) log.warn('job run not recorded: a later one began', { job: name })
    return !failed
  } catch (error) {
    log.error('job run not recorded', { job: name, error })
    return false
  }
}
