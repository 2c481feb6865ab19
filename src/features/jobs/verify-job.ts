import type { Caller } from '../../domain/api-key.ts'
import type { JobId } from '../../domain/brands.ts'
import { awaitsPayout, type CoinJob } from '../../domain/kit/coin-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { findJob, findOwnJob, moveRefused } from './find-job.ts'
import { meantPart, notNext } from './meant-part.ts'
import { moveJob } from './move-job.ts'
import { type PayDeps, payOrPostpone } from './pay-job.ts'
import { checkContent } from './read-delivery.ts'
import { refundJob } from './refund-job.ts'

/**
 * Decides about submitted work: `approve` true pays it, false ends the job and gives back what is not paid. Left out, the content checks
 * decide, and work that fails them stays submitted. The same decision again changes nothing.
 *
 * @see rules 3.3
 */
export async function verifyJob(
  deps: PayDeps & Pick<Deps, 'web'>,
  {
    caller,
    id,
    part: named,
    approve,
    reason,
  }: { caller: Caller; id: JobId; part: number | null; approve: boolean | null; reason: string | null },
): Promise<CoinJob> {
  const { storage, clock } = deps
  const job = await findOwnJob(deps, caller, id)
  const part = meantPart(job, named)
  if (part < job.part && approve === false) throw notNext(job.part)
  // It was accepted before, and paid.
  if (part < job.part) return job
  if (approve === false) {
    const outcome = { from: ['submitted'], part, cause: 'rejected', actor: 'owner', note: reason, atMs: clock.nowMs() } as const
    return (await refundJob(deps, job, outcome)) ?? refused(deps, job, 'rejected')
  }
  if (job.state === 'submitted' && approve === null) await checkContent(deps, job)
  const move = { from: ['submitted'], part, to: 'verified', actor: 'owner', note: reason, atMs: clock.nowMs() } as const
  const verified = await storage.transaction((tx) => moveJob(deps, tx, id, move))
  return verified ? payOrPostpone(deps, verified) : refused(deps, job, 'verified')
}

/** The job, when the same decision was made before. */
async function refused(deps: Pick<Deps, 'storage'>, { id, part }: CoinJob, decision: 'verified' | 'rejected'): Promise<CoinJob> {
  const job = await findJob(deps, id)
  const same =
    decision === 'verified'
      ? part < job.part || awaitsPayout(job.state) || job.state === 'paid'
      : (await deps.storage.jobs.steps(id)).some(({ to }) => to === decision)
  if (same) return job
  throw moveRefused(job, decision, ['submitted'])
}
