import type { JobId, Wallet } from '../../domain/brands.ts'
import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { findJob, moveRefused } from './find-job.ts'
import { meantPart, notNext } from './meant-part.ts'
import { type MoveDeps, moveJob } from './move-job.ts'
import { readDelivery } from './read-delivery.ts'

/** The action that a worker signs to submit work. */
export const submitMessage = (id: string, timestamp: string): string => `svc-submit-job:${id}:${timestamp}`

/**
 * Submits the URLs of finished work, or of the part that is next, before the deadline, five times a part at most; each must answer now.
 * Submitting the same again changes nothing. `worker`'s signature was verified before.
 */
export async function submitJob(
  deps: MoveDeps & Pick<Deps, 'storage' | 'web'>,
  { id, worker, part: named, urls }: { id: JobId; worker: Wallet; part: number | null; urls: readonly string[] },
): Promise<CoinJob> {
  const { storage, clock } = deps
  const job = await findJob(deps, id)
  if (job.worker !== null && job.worker !== worker) throw new AppError('job_worker_required')
  const part = meantPart(job, named)
  if (part !== job.part) throw notNext(job.part)
  if (job.state === 'submitted' && job.urls.join('\n') === urls.join('\n')) return job
  const running = job.deadlineMs !== null && clock.nowMs() < job.deadlineMs
  if (job.state !== 'claimed' || !running) throw moveRefused(job, 'submitted', ['claimed'])
  const limit = LIMITS.jobHandInsMax
  const steps = await storage.jobs.steps(id)
  const ofPart = steps.slice(steps.findLastIndex(({ from, to }) => from === 'paying' && to === 'claimed') + 1)
  const handedIn = ofPart.filter(({ to }) => to === 'submitted').length
  if (handedIn >= limit) throw new AppError('job_hand_ins_exceeded', { limit, id })
  await readDelivery(deps, urls)
  const move = { from: ['claimed'], part, to: 'submitted', actor: 'worker', atMs: clock.nowMs(), deadline: 'running', urls } as const
  const submitted = await storage.transaction((tx) => moveJob(deps, tx, id, move))
  if (!submitted) throw moveRefused(await findJob(deps, id), 'submitted', ['claimed'])
  return submitted
}
