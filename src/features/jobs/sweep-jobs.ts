import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'
import { type MoveDeps, moveJob } from './move-job.ts'
import { type PayDeps, payOrPostpone } from './pay-job.ts'
import { checkDelivered, fetchDelivery } from './read-delivery.ts'
import { refundJob } from './refund-job.ts'

const JOBS_AT_ONCE = 50

/**
 * Applies deadlines: jobs without a worker and jobs with a late worker expire; work that the owner did not review is decided by the
 * content checks, and looked at again where it cannot be reached; accepted work is paid.
 */
export const sweepJobs: ScheduledJob<keyof PayDeps | 'web'> = async (deps, { mayContinue }) => {
  const sums = { ended: 0, paid: 0, failed: 0 }
  const each = async (jobs: readonly CoinJob[], work: (job: CoinJob) => Promise<void>) => {
    for (const job of jobs) {
      if (!(await mayContinue())) return
      await work(job).catch((error: unknown) => {
        deps.log.warn('job not looked after', { jobId: job.id, error })
        sums.failed += 1
      })
    }
  }
  const payAll = async () =>
    each(await deps.storage.jobs.listUnpaid(deps.clock.nowMs(), JOBS_AT_ONCE), async (job) => {
      const { state, part } = await payOrPostpone(deps, job)
      if (state === 'paid' || part > job.part) sums.paid += 1
    })
  // Payouts first: content checks may take as long as the submitted URLs take to answer.
  await payAll()
  await each(await deps.storage.jobs.listOverdue(deps.clock.nowMs(), JOBS_AT_ONCE), async (job) => {
    if (await endOverdue(deps, job)) sums.ended += 1
  })
  await payAll()
  return `${sums.ended} deadlines, ${sums.paid} paid, ${sums.failed} failed`
}

/** Decides a job whose deadline has passed; false when it changed state meanwhile, or waits on. */
async function endOverdue(deps: MoveDeps & Pick<Deps, 'storage' | 'web'>, job: CoinJob): Promise<boolean> {
  const atMs = deps.clock.nowMs()
  const { part } = job
  if (job.state !== 'submitted') {
    const note = job.state === 'open' ? 'nobody took it in time' : 'nothing was handed in in time'
    const end =
      job.cancelReason === null ? ({ cause: 'expired', note } as const) : ({ cause: 'cancelled', note: job.cancelReason } as const)
    const outcome = { from: [job.state], part, ...end, actor: 'clock', atMs, deadline: 'over' } as const
    return (await refundJob(deps, job, outcome)) !== null
  }
  const { delivered, unreached, ours } = await fetchDelivery(deps, job.urls)
  const [first] = unreached
  if (first) return lookAgain(deps, job, { why: `${first.path} ${first.message}`, ours })
  const problem = await checkDelivered(delivered, job).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.message : Promise.reject(error)),
  )
  if (problem === null) {
    const move = { from: ['submitted'], part, to: 'verified', actor: 'clock', atMs, deadline: 'over' } as const
    return (await deps.storage.transaction((tx) => moveJob(deps, tx, job.id, move))) !== null
  }
  const outcome = { from: ['submitted'], part, cause: 'rejected', actor: 'clock', note: problem, atMs, deadline: 'over' } as const
  return (await refundJob(deps, job, outcome)) !== null
}

/**
 * Puts the decision about work that cannot be reached off by an hour; after a day of looks it is its worker's again, who may hand in anew.
 * Where this process could not ask, the look does not count. False when the job changed state meanwhile.
 */
async function lookAgain(
  deps: MoveDeps & Pick<Deps, 'storage'>,
  job: CoinJob,
  { why, ours }: { why: string; ours: boolean },
): Promise<boolean> {
  const { storage, clock } = deps
  const atMs = clock.nowMs()
  const looks = ours ? job.looks : job.looks + 1
  if (looks < OWN_LIMITS.jobLooksMax) {
    const note = `Not decided yet: ${why}. It is looked at again in an hour.`
    await storage.jobs.lookAgain(job.id, { looks, atMs, untilMs: unixMs(atMs + OWN_LIMITS.jobLookMs), note })
    return false
  }
  const note = `${why}, ${looks} times in a row. Hand in addresses that answer.`
  const move = { from: ['submitted'], part: job.part, to: 'claimed', actor: 'clock', note, atMs, deadline: 'over' } as const
  return (await storage.transaction((tx) => moveJob(deps, tx, job.id, move))) !== null
}
