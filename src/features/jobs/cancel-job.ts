import type { Caller } from '../../domain/api-key.ts'
import type { JobId } from '../../domain/brands.ts'
import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { invalidFields } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import { findJob, findOwnJob, moveRefused } from './find-job.ts'
import { emitJobNews, type MoveDeps } from './move-job.ts'
import { refundJob } from './refund-job.ts'

const FROM = ['open', 'claimed'] as const

/**
 * Cancels a job that nobody has claimed, or whose worker is late; its budget is free again. A worker who has it is asked, with the reason:
 * the job stays claimed until the worker gives it back, hands in, or is late. Asking for the same again changes nothing.
 *
 * @throws AppError validation_invalid without a reason
 */
export async function cancelJob(
  deps: MoveDeps & Pick<Deps, 'storage'>,
  { caller, id, reason }: { caller: Caller; id: JobId; reason: string | null },
): Promise<CoinJob> {
  const job = await findOwnJob(deps, caller, id)
  const atMs = deps.clock.nowMs()
  const late = job.deadlineMs !== null && job.deadlineMs <= atMs
  if (job.state === 'claimed' && !late) return askWorker(deps, job, reason)
  const end = job.state === 'claimed' ? ({ from: ['claimed'], deadline: 'over' } as const) : ({ from: ['open'] } as const)
  const cancelled = await refundJob(deps, job, { ...end, part: job.part, cause: 'cancelled', actor: 'owner', note: reason, atMs })
  if (cancelled) return cancelled
  const now = await findJob(deps, id)
  const steps = await deps.storage.jobs.steps(id)
  if (steps.some(({ to }) => to === 'cancelled')) return now
  throw moveRefused(now, 'cancelled', FROM)
}

/** Asks the worker of a claimed job to let it be called off, and emits that, in one commit. */
async function askWorker(deps: MoveDeps & Pick<Deps, 'storage'>, job: CoinJob, reason: string | null): Promise<CoinJob> {
  if (job.cancelReason !== null) return job
  if (reason === null) throw invalidFields([{ path: '/reason', message: 'is needed: the job has a worker, who has to agree' }])
  const asked = await deps.storage.transaction(async (tx) => {
    const waiting = await tx.jobs.askCancel(job.id, reason, deps.clock.nowMs())
    if (waiting) await emitJobNews(deps, tx, 'job.cancelRequested', waiting)
    return waiting
  })
  if (asked) return asked
  const now = await findJob(deps, job.id)
  if (now.state === 'claimed' && now.cancelReason !== null) return now
  throw moveRefused(now, 'cancelled', FROM)
}
