import type { JobId, Wallet } from '../../domain/brands.ts'
import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import { findJob, moveRefused } from './find-job.ts'
import { type MoveDeps, moveJob } from './move-job.ts'

/** The action that a worker signs to claim a job. */
export const claimMessage = (id: string, timestamp: string): string => `svc-claim-job:${id}:${timestamp}`

/**
 * Gives an open job to the first wallet that asks; asking again changes nothing. `worker` is also the wallet that is paid; its signature
 * was verified before.
 *
 * @throws AppError job_not_found | job_claim_own_not_allowed | job_state_not_allowed | job_deadline_expired
 * @throws Error for a job without its coin
 */
export async function claimJob(deps: MoveDeps & Pick<Deps, 'storage'>, { id, worker }: { id: JobId; worker: Wallet }): Promise<CoinJob> {
  const { storage, clock } = deps
  const job = await findJob({ storage }, id)
  const coin = await storage.coins.find(job.mint)
  if (!coin) throw new Error(`the coin ${job.mint} of job ${id} is gone`)
  if (coin.launcher === worker) throw new AppError('job_claim_own_not_allowed')
  if (job.state === 'claimed' && job.worker === worker) return job
  const atMs = clock.nowMs()
  const move = { from: ['open'], to: 'claimed', actor: 'worker', atMs, deadline: 'running', worker } as const
  const claimed = await storage.transaction((tx) => moveJob(deps, tx, id, move))
  if (!claimed) throw moveRefused(await findJob({ storage }, id), 'claimed', ['open'])
  return claimed
}
