import type { Caller } from '../../domain/api-key.ts'
import type { JobId } from '../../domain/brands.ts'
import type { CoinJob } from '../../domain/kit/coin-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { findJob, findOwnJob, moveRefused } from './find-job.ts'
import type { MoveDeps } from './move-job.ts'
import { refundJob } from './refund-job.ts'

/**
 * Cancels a job before anything was submitted; its budget is free again. Cancelling it again changes nothing.
 *
 * @throws AppError job_not_found | coin_owner_required | job_state_not_allowed
 */
export async function cancelJob(
  deps: MoveDeps & Pick<Deps, 'storage'>,
  { caller, id, reason }: { caller: Caller; id: JobId; reason: string | null },
): Promise<CoinJob> {
  const job = await findOwnJob(deps, caller, id)
  const from = ['open', 'claimed'] as const
  const outcome = { from, cause: 'cancelled', actor: 'owner', note: reason, atMs: deps.clock.nowMs() } as const
  const cancelled = await refundJob(deps, job, outcome)
  if (cancelled) return cancelled
  const now = await findJob(deps, id)
  const steps = await deps.storage.jobs.steps(id)
  if (steps.some(({ to }) => to === 'cancelled')) return now
  throw moveRefused(now, 'cancelled', from)
}
