// Croner only computes times: its timers do not use the clock that tests move by hand.
import type { Cron } from 'croner'
import type { UnixMs } from '../domain/brands.ts'
import { type ScheduledEntry, SCHEDULED_JOBS } from './scheduled-jobs.ts'
import { createLeaderLease } from './leader-lease.ts'
import { cronOf, delayOf, nextRunAtMs, nextTick } from './next-tick.ts'
import { recordJobRun } from '../features/metrics/record-job-run.ts'
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts'
import { runScheduledJob } from './run-scheduled-job.ts'
import type { Deps } from '../ports/deps.ts'
import type { JobDeps } from '../ports/scheduled-job.ts'

/** How often a process tries to take the lease: with the lease's 30 s a dead leader is replaced within 40. */
const LEASE_PATTERN = '*/10 * * * * *'

/** The longest single sleep, so that stopping need not wait for a job's next time. */
const SLEEP_MAX_MS = 1_000

/** A scheduled job, prepared. */
type RunnableJob = Exclude<ScheduledEntry, { readonly prepare: unknown }>

/** A running schedule. */
export interface Schedule {
  /** Starts no further job, waits until those under way reach their next stop, and releases the lease. */
  stop(): Promise<void>
}

/**
 * Starts every job on the service's own clock: advancing a simulated clock makes them due. A job that fails is logged, and runs again at
 * its next time. A leader's job whose last run was interrupted resumes as soon as this process leads.
 */
export function startSchedule(deps: JobDeps & Pick<Deps, 'keyedRandom'>): Schedule {
  const { clock, log, storage, policy } = deps
  const lease = createLeaderLease(deps)
  let stopped = false
  let leads = false
  const mayContinue = async () => {
    // An embedded database and a simulated chain answer without yielding: a job over a thousand coins would block every request.
    await yieldToEventLoop()
    return !stopped && (await lease.acquire())
  }
  const runner = createRunner(deps, mayContinue)
  const jobs = SCHEDULED_JOBS.flatMap((entry) => {
    const pattern = typeof entry.pattern === 'string' ? entry.pattern : entry.pattern(policy)
    const job: RunnableJob = 'prepare' in entry ? { ...entry, run: entry.prepare(deps) } : entry
    return pattern === null ? [] : [{ job, cron: cronOf(pattern) }]
  })

  const repeat = async (cron: Cron, tick: (dueAtMs: UnixMs) => void, delayMs?: (dueAtMs: UnixMs) => number): Promise<void> => {
    while (!stopped) {
      const { dueAtMs, beginAtMs } = nextTick(cron, clock.nowMs(), delayMs)
      while (!stopped && clock.nowMs() < beginAtMs) await clock.sleep(Math.min(SLEEP_MAX_MS, beginAtMs - clock.nowMs()))
      if (!stopped) tick(dueAtMs)
    }
  }
  const takeLease = async (): Promise<void> => {
    const asLeader = leads
    leads = await mayContinue()
    if (!leads || asLeader) return
    log.info('this process leads')
    for (const { job, cron } of jobs)
      if (job.leaderOnly && (await wasInterrupted(storage, job.name))) runner.begin(job, cron, clock.nowMs())
  }
  const tryForLease = () => void takeLease().catch((error: unknown) => log.error('no try for the leader lease', { error }))
  tryForLease()
  void repeat(cronOf(LEASE_PATTERN), tryForLease)
  for (const { job, cron } of jobs)
    void repeat(
      cron,
      (dueAtMs) => runner.begin(job, cron, dueAtMs),
      job.randomDelay && ((dueAtMs) => delayOf(deps, job.name, cron, dueAtMs)),
    )
  return {
    async stop() {
      stopped = true
      await runner.allEnded()
      await lease.release()
    },
  }
}

/** Runs jobs, each at most once at a time in this process, and leader-only ones only while it leads. */
function createRunner(deps: JobDeps, mayContinue: () => Promise<boolean>) {
  const underWay = new Map<string, Promise<void>>()
  const { clock, log, metrics } = deps
  const run = async (job: RunnableJob, cron: Cron, dueAtMs: UnixMs): Promise<void> => {
    const nextAtMs = () => nextRunAtMs(cron, clock.nowMs())
    if (!job.leaderOnly) return recordOwnRun(deps, job, await runOwn(job), nextAtMs())
    if (!(await mayContinue())) return
    const well = await runScheduledJob(deps, { name: job.name, job: job.run, dueAtMs, mayContinue, nextRunAtMs: nextAtMs })
    metrics.count('svc_cron_runs_total', { job: job.name, outcome: well ? 'ok' : 'failed' })
  }
  const runOwn = async (job: RunnableJob & { readonly leaderOnly: false }): Promise<OwnRun> => {
    const startedAtMs = clock.nowMs()
    const well = await job.run(deps).then(
      () => true,
      (error: unknown) => (log.error('job failed', { job: job.name, error }), false),
    )
    return { startedAtMs, finishedAtMs: clock.nowMs(), well }
  }
  return {
    begin(job: RunnableJob, cron: Cron, dueAtMs: UnixMs): void {
      if (underWay.has(job.name)) return
      const running = run(job, cron, dueAtMs)
        .catch((error: unknown) => log.error('job failed', { job: job.name, error }))
        .finally(() => underWay.delete(job.name))
      underWay.set(job.name, running)
    },
    allEnded: async () => void (await Promise.all(underWay.values())),
  }
}

/** A run of a job that each process does for itself. */
interface OwnRun {
  readonly startedAtMs: UnixMs
  readonly finishedAtMs: UnixMs
  readonly well: boolean
}

/** Runs of leader-only jobs are in the storage, where metrics read them; those of the others are recorded in this process only. */
function recordOwnRun(
  { metrics }: Pick<Deps, 'metrics'>,
  { name: job }: RunnableJob,
  { startedAtMs, finishedAtMs, well }: OwnRun,
  nextAtMs: UnixMs,
): void {
  metrics.count('svc_cron_runs_total', { job, outcome: well ? 'ok' : 'failed' })
  recordJobRun({ metrics }, { job, startedAtMs, finishedAtMs, failed: !well, nextRunAtMs: nextAtMs })
}

const wasInterrupted = async ({ scheduledRuns: jobs }: Pick<Deps['storage'], 'scheduledRuns'>, name: string) =>
  (await jobs.find(name))?.position != null
