import type { JobId, Wallet } from '../../domain/brands.ts'
import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import { findJob, moveRefused } from './find-job.ts'

/** What a worker signs to claim a job. */
export const claimMessage = (id: string, timestamp: string): string => `svc-claim-job:${id}:${timestamp}`

/**
 * Gives an open job to the first wallet that asks; asking again changes nothing. The caller has already proven control of
 * `worker`, which is also the wallet that is paid.
 *
 * @throws AppError job_not_found | job_claim_own_not_allowed | job_state_not_allowed | job_deadline_expired
 */
export async function claimJob(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  { id, worker }: { id: JobId; worker: Wallet },
): Promise<CoinJob> {
  const job = await findJob({ storage }, id)
  const coin = await storage.coins.find(job.mint)
  if (!coin || coin.launcher === worker) throw new AppError('job_claim_own_not_allowed')
  if (job.state === 'claimed' && job.worker === worker) return job
  const atMs = clock.nowMs()
  const claimed = await storage.jobs.move(id, { from: ['open'], to: 'claimed', actor: 'worker', atMs, deadline: 'running', worker })
  if (!claimed) throw moveRefused(await findJob({ storage }, id), 'claimed', ['open'])
  return claimed
}
