import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'
import { type PayDeps, payOrPostpone } from './pay-job.ts'
import { checkContent } from './read-delivery.ts'
import { refundJob } from './refund-job.ts'

const AT_ONCE = 50

/**
 * Does what time asks for: jobs that nobody took, and those whose worker is late, expire; work that the owner did not
 * look at is decided by the content checks; what was accepted is paid.
 */
export const lookAfterJobs: ScheduledJob<keyof PayDeps | 'web'> = async (deps, { mayGoOn }) => {
  const sums = { ended: 0, paid: 0, failed: 0 }
  const each = async (jobs: readonly CoinJob[], work: (job: CoinJob) => Promise<void>) => {
    for (const job of jobs) {
      if (!(await mayGoOn())) return
      await work(job).catch((error: unknown) => {
        deps.log.warn('job not looked after', { jobId: job.id, error })
        sums.failed += 1
      })
    }
  }
  const payAll = async () =>
    each(await deps.storage.jobs.listUnpaid(deps.clock.nowMs(), AT_ONCE), async (job) => {
      if ((await payOrPostpone(deps, job)).state === 'paid') sums.paid += 1
    })
  // First what is owed: looking at what was handed in may take as long as its addresses do to answer.
  await payAll()
  await each(await deps.storage.jobs.listOverdue(deps.clock.nowMs(), AT_ONCE), async (job) => {
    if (await endOverdue(deps, job)) sums.ended += 1
  })
  await payAll()
  return `${sums.ended} deadlines, ${sums.paid} paid, ${sums.failed} failed`
}

/** What becomes of a job whose state's time is over; false when somebody moved it meanwhile. */
async function endOverdue(deps: Pick<Deps, 'storage' | 'clock' | 'web'>, job: CoinJob): Promise<boolean> {
  const atMs = deps.clock.nowMs()
  if (job.state !== 'submitted') {
    const note = job.state === 'open' ? 'nobody took it in time' : 'nothing was handed in in time'
    const outcome = { from: [job.state], cause: 'expired', actor: 'clock', note, atMs, deadline: 'over' } as const
    return (await refundJob(deps, job, outcome)) !== null
  }
  const problem = await checkContent(deps, job).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.message : Promise.reject(error)),
  )
  if (problem === null) {
    const move = { from: ['submitted'], to: 'verified', actor: 'clock', atMs, deadline: 'over' } as const
    return (await deps.storage.jobs.move(job.id, move)) !== null
  }
  const outcome = { from: ['submitted'], cause: 'rejected', actor: 'clock', note: problem, atMs, deadline: 'over' } as const
  return (await refundJob(deps, job, outcome)) !== null
}
