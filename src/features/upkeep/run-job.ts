import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { StorageFault } from '../../ports/storage-fault.ts'
import type { Deps } from '../../ports/deps.ts'

/** What a job is given: where its last run broke off, and whether it may go on. */
export interface JobTurn {
  /** The time of the clock that the run belongs to: the same on every replica. */
  readonly dueAtMs: UnixMs
  readonly position: string | null
  /** Where a run that breaks off now would go on; null = there is nothing to go on with. */
  keepPosition(position: string | null): Promise<void>
  /** False when the job must end at once: this process has lost the lead, or stops. Asked between batches: requests that wait are answered first. */
  mayGoOn(): Promise<boolean>
}

/** One run of a job that reports in a few words what it did. */
export type Job = (deps: Deps, turn: JobTurn) => Promise<string>

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
  }: Pick<JobTurn, 'dueAtMs' | 'mayGoOn'> & { name: string; job: Job; nextRunAtMs: () => number },
): Promise<boolean> {
  const { storage, clock, log } = deps
  try {
    const { position } = await storage.jobs.start(name, clock.nowMs())
    const keepPosition = (next: string | null) => storage.jobs.keepPosition(name, next)
    let failed = false
    const outcome = await job(deps, { dueAtMs, position, keepPosition, mayGoOn }).catch((error: unknown) => {
      failed = true
      log.error('job failed', { job: name, error })
      return `failed: ${error instanceof AppError || error instanceof StorageFault ? error.code : 'internal_error'}`
    })
    await storage.jobs.finish(name, { nowMs: clock.nowMs(), outcome, nextRunAtMs: unixMs(nextRunAtMs()) })
    return !failed
  } catch (error) {
    log.error('job run not recorded', { job: name, error })
    return false
  }
}
