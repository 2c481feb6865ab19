import { unixMs } from '../domain/brands.ts'
import { AppError } from '../domain/errors.ts'
import { StorageFault } from '../ports/storage/storage-fault.ts'
import type { JobDeps, JobRun, ScheduledJob } from '../ports/scheduled-job.ts'

/**
 * Runs a job once, and records when it ran, its outcome and when it runs next. A failure is logged and recorded as the outcome; it is
 * never thrown. True on success.
 */
export async function runScheduledJob(
  deps: JobDeps,
  {
    name,
    job,
    dueAtMs,
    mayContinue,
    nextRunAtMs,
  }: Pick<JobRun, 'dueAtMs' | 'mayContinue'> & { name: string; job: ScheduledJob; nextRunAtMs: () => number },
): Promise<boolean> {
  const { storage, clock, log } = deps
  try {
    const startedAtMs = clock.nowMs()
    const { position } = await storage.scheduledRuns.start(name, startedAtMs)
    const keepPosition = async (next: string | null) => {
      const kept = await storage.scheduledRuns.keepPosition(name, { startedAtMs, position: next })
      if (!kept) log.warn('job position not recorded: a later run began', { job: name })
    }
    let failed = false
    const outcome = await job(deps, { dueAtMs, position, keepPosition, mayContinue }).catch((error: unknown) => {
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
