import type { JobId, Wallet } from '../../domain/brands.ts'
import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { findJob, moveRefused } from './find-job.ts'
import { type MoveDeps, moveJob } from './move-job.ts'

/** The action that a worker signs to claim a job. */
export const claimMessage = (id: string, timestamp: string): string => `svc-claim-job:${id}:${timestamp}`

/**
 * Gives an open job to the first wallet that asks and has fewer than three undecided ones; asking again changes nothing. `worker` is also
 * the wallet that is paid; its signature was verified before.
 *
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
  const limit = LIMITS.jobsHeldMax
  const claimed = await storage.transaction(async (tx) => {
    // Of two claims of one wallet at once, the second counts the first.
    await tx.lock(`worker:${worker}`)
    const held = await tx.jobs.countHeld(worker)
    if (held < limit) return moveJob(deps, tx, id, move)
    // Of two of the same job, the second finds it claimed.
    if ((await tx.jobs.find(id))?.state === 'open') throw new AppError('job_claims_exceeded', { count: held, limit, id })
    return null
  })
  if (!claimed) throw moveRefused(await findJob({ storage }, id), 'claimed', ['open'])
  return claimed
}
