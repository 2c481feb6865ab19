import type { JobId, Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { findJob, moveRefused } from './find-job.ts'
import { type MoveDeps, moveJob } from './move-job.ts'
import { refundJob } from './refund-job.ts'

/** The action that a worker signs to give a job back. */
export const releaseMessage = (id: string, timestamp: string): string => `svc-release-job:${id}:${timestamp}`

/**
 * Gives a claimed job back: it has no worker, and waits for another from now on; one that its owner asks to call off, or of which a part is
 * paid, is called off, and what is not paid is free again: no second worker finishes what another began. `worker`'s signature was verified
 * before.
 */
export async function releaseJob(deps: MoveDeps & Pick<Deps, 'storage'>, { id, worker }: { id: JobId; worker: Wallet }): Promise<CoinJob> {
  const { storage, clock } = deps
  const job = await findJob(deps, id)
  if (job.worker !== null && job.worker !== worker) throw new AppError('job_worker_required')
  if (job.state !== 'claimed') throw moveRefused(job, 'released', ['claimed'])
  const atMs = clock.nowMs()
  if (job.cancelReason !== null || job.part > 1) {
    const { part, cancelReason: note } = job
    const agreed = { from: ['claimed'], part, cause: 'cancelled', actor: 'worker', note, atMs } as const
    return (await refundJob(deps, job, agreed)) ?? refused(deps, id)
  }
  const limit = LIMITS.jobReleasesMax
  const released = (await storage.jobs.steps(id)).filter(({ from, to }) => from === 'claimed' && to === 'open').length
  if (released >= limit) throw new AppError('job_releases_exceeded', { limit })
  const move = {
    from: ['claimed'],
    part: job.part,
    to: 'open',
    actor: 'worker',
    atMs,
    deadline: 'running',
    worker: null,
    urls: [],
  } as const
  const open = await storage.transaction((tx) => moveJob(deps, tx, id, move))
  return open ?? refused(deps, id)
}

async function refused(deps: Pick<Deps, 'storage'>, id: JobId): Promise<never> {
  throw moveRefused(await findJob(deps, id), 'released', ['claimed'])
}
