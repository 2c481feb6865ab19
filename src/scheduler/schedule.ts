import { Cron } from 'croner'
import { type UnixMs, unixMs } from '../domain/brands.ts'
import { buybackJob } from '../features/buyback/run-buyback.ts'
import { lookAfterJobs } from '../features/jobs/look-after-jobs.ts'
import { settleDue } from '../features/operations/settle-due.ts'
import { crankAllCoins } from '../features/fee-share/crank-all-coins.ts'
import { sweepPayments } from '../features/payments/sweep-payments.ts'
import { createLead } from './lead.ts'
import { makeBackup } from '../features/storage-care/make-backup.ts'
import { lookAfterRoom } from '../features/storage-care/look-after-room.ts'
import { pruneStorage } from '../features/storage-care/prune-storage.ts'
import { readRemits } from '../features/remits/read-remits.ts'
import { noteJobRun } from '../features/metrics/note-job-run.ts'
import { nextTurn } from '../lib/next-turn.ts'
import { runJob } from './run-job.ts'
import type { Job } from '../ports/scheduled-job.ts'
import { watchGraduations } from '../features/coins/watch-graduations.ts'
import type { Deps, Policy } from '../ports/deps.ts'

/** A clocked job; one whose pattern is null is never due. One that is `unforeseen` runs at a moment between its time and the next that nobody outside can tell. One that is `led` runs on one replica at a time, and its runs are kept in the storage. */
type Clocked = {
  readonly name: string
  readonly pattern: string | ((policy: Policy) => string | null)
  readonly unforeseen?: true
} & ({ readonly led: true; readonly run: Job } | { readonly led: false; readonly run: (deps: Deps) => Promise<unknown> })

/** Every clocked job of the service: each calls a use case, and never twice at once in a process. */
const JOBS: readonly Clocked[] = [
  { name: 'settle', pattern: '*/3 * * * * *', led: false, run: (deps) => settleDue(deps) },
  // What a KOL or the operator changed is ready for matching before a request asks for it.
  { name: 'directory', pattern: '*/5 * * * * *', led: false, run: ({ directory }) => directory.index() },
  { name: 'payments', pattern: '*/5 * * * * *', led: false, run: sweep },
  { name: 'room', pattern: '*/5 * * * * *', led: false, run: lookAfterRoom },
  { name: 'prune', pattern: '17 * * * * *', led: false, run: pruneStorage },
  { name: 'crank', pattern: (policy) => policy.crankCron, led: true, run: crankAllCoins },
  { name: 'buyback', pattern: (policy) => policy.buyback.cron, led: true, unforeseen: true, run: buybackJob },
  { name: 'graduations', pattern: '*/20 * * * * *', led: true, run: watchGraduations },
  { name: 'backup', pattern: (policy) => policy.backupCron, led: true, run: makeBackup },
  { name: 'jobs', pattern: '7,27,47 * * * * *', led: true, run: lookAfterJobs },
  { name: 'remits', pattern: '40 * * * * *', led: true, run: readRemits },
]

/** How often a process tries for the lead: with the lease's 30 s a dead leader is replaced within 40. */
const LEAD_PATTERN = '*/10 * * * * *'

/** The longest sleep, so that stopping need not wait for a job's next time. */
const NAP_MS = 1_000

/** A running schedule. */
export interface Schedule {
  /** Begins no job any more, lets those under way come to their next stop, and gives up the lead. */
  stop(): Promise<void>
}

/**
 * Starts every job, on the service's own clock: sending a simulated clock forward makes them due. A job that fails is
 * logged, and runs again at its next time. A led job whose last run broke off goes on as soon as this process leads.
 */
export function startSchedule(deps: Deps): Schedule {
  const { clock, log, storage, policy } = deps
  const lead = createLead(deps)
  let stopped = false
  let leads = false
  const mayGoOn = async () => {
    // A database in this process and a simulated chain answer within the turn: a job of a thousand coins would let no request by.
    await nextTurn()
    return !stopped && (await lead.hold())
  }
  const runner = createRunner(deps, mayGoOn)
  const jobs = JOBS.flatMap((job) => {
    const pattern = typeof job.pattern === 'string' ? job.pattern : job.pattern(policy)
    return pattern === null ? [] : [{ job, cron: cronOf(pattern) }]
  })

  const clockwork = async (cron: Cron, tick: (dueMs: number) => void, delayMs?: (dueMs: number) => number): Promise<void> => {
    while (!stopped) {
      const { dueMs, atMs } = nextTick(cron, clock.nowMs(), delayMs)
      while (!stopped && clock.nowMs() < atMs) await clock.sleep(Math.min(NAP_MS, atMs - clock.nowMs()))
      if (!stopped) tick(dueMs)
    }
  }
  const takeLead = async (): Promise<void> => {
    const led = leads
    leads = await mayGoOn()
    if (!leads || led) return
    log.info('this process leads')
    for (const { job, cron } of jobs) if (job.led && (await brokeOff(storage, job.name))) runner.begin(job, cron, clock.nowMs())
  }
  const tryForLead = () => void takeLead().catch((error: unknown) => log.error('no try for the lead', { error }))
  tryForLead()
  void clockwork(cronOf(LEAD_PATTERN), tryForLead)
  for (const { job, cron } of jobs)
    void clockwork(cron, (dueMs) => runner.begin(job, cron, dueMs), job.unforeseen && ((dueMs) => delayOf(deps, job.name, cron, dueMs)))
  return {
    async stop() {
      stopped = true
      await runner.allEnded()
      await lead.release()
    },
  }
}

/** Runs jobs, each once at a time in this process, and led ones only while it leads. */
function createRunner(deps: Deps, mayGoOn: () => Promise<boolean>) {
  const underWay = new Map<string, Promise<void>>()
  const { clock, log, metrics } = deps
  const run = async (job: Clocked, cron: Cron, dueMs: number): Promise<void> => {
    const nextRunAtMs = () => nextRunMs(cron, clock.nowMs())
    if (!job.led) return noteOwnRun(deps, job, await runOwn(job), nextRunAtMs())
    if (!(await mayGoOn())) return
    const well = await runJob(deps, { name: job.name, job: job.run, dueAtMs: unixMs(dueMs), mayGoOn, nextRunAtMs })
    metrics.count('svc_cron_runs_total', { job: job.name, outcome: well ? 'ok' : 'failed' })
  }
  const runOwn = async (job: Clocked & { readonly led: false }): Promise<OwnRun> => {
    const startedAtMs = clock.nowMs()
    const well = await job.run(deps).then(
      () => true,
      (error: unknown) => (log.error('job failed', { job: job.name, error }), false),
    )
    return { startedAtMs, finishedAtMs: clock.nowMs(), well }
  }
  return {
    begin(job: Clocked, cron: Cron, dueMs: number): void {
      if (underWay.has(job.name)) return
      const running = run(job, cron, dueMs)
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

/** Runs of led jobs are in the storage, where metrics read them; those of the others are known here alone. */
function noteOwnRun({ metrics }: Deps, { name: job }: Clocked, { startedAtMs, finishedAtMs, well }: OwnRun, nextRunAtMs: number): void {
  metrics.count('svc_cron_runs_total', { job, outcome: well ? 'ok' : 'failed' })
  noteJobRun({ metrics }, { job, startedAtMs, finishedAtMs, failed: !well, nextRunAtMs: unixMs(nextRunAtMs) })
}

const cronOf = (pattern: string): Cron => new Cron(pattern, { paused: true, utcOffset: 0 })

const brokeOff = async ({ jobs }: Pick<Deps['storage'], 'jobs'>, name: string) => (await jobs.find(name))?.position != null

/** Of the time to the next run so much is drawn from: a run is to have its own interval to end in. */
const DELAY_PART = 0.9

/** How long after its time a run begins that nobody outside may foresee. */
const delayOf = ({ unforeseen }: Deps, name: string, cron: Cron, dueMs: number): number =>
  Math.floor(unforeseen(`${name} ${dueMs}`) * DELAY_PART * (nextRunMs(cron, dueMs) - dueMs))

/** The time that is due next, and the moment to begin at. A process that starts between the two finds it too. */
function nextTick(cron: Cron, nowMs: number, delayMs?: (dueMs: number) => number): { readonly dueMs: number; readonly atMs: number } {
  const nextMs = nextRunMs(cron, nowMs)
  if (!delayMs) return { dueMs: nextMs, atMs: nextMs }
  let dueMs = nextRunMs(cron, nowMs - (nextRunMs(cron, nextMs) - nextMs))
  while (dueMs + delayMs(dueMs) <= nowMs) dueMs = nextRunMs(cron, dueMs)
  return { dueMs, atMs: dueMs + delayMs(dueMs) }
}

/** When the pattern is due next. @throws Error for a pattern that never is */
function nextRunMs(cron: Cron, nowMs: number): number {
  const next = cron.nextRun(new Date(nowMs))
  if (!next) throw new Error(`the pattern ${cron.getPattern()} is never due`)
  return next.getTime()
}

/** Looks after payments where any are taken. */
async function sweep(deps: Deps): Promise<void> {
  if (deps.payments) await sweepPayments({ ...deps, payments: deps.payments })
}
