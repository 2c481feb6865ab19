import type { CoinJob, JobActor, JobState, RefundCause } from '../../domain/kit/coin-job.ts'
import type { UnixMs } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import { type MoveDeps, moveJob } from './move-job.ts'

/**
 * Ends a job and returns what of its money is not paid to the coin's budget, in one commit; null, with nothing changed, when the job is in
 * none of the states `from`, or in another part.
 */
export function refundJob(
  deps: MoveDeps & Pick<Deps, 'storage'>,
  job: CoinJob,
  outcome: {
    readonly from: readonly JobState[]
    readonly part: number
    readonly cause: RefundCause
    readonly actor: JobActor
    readonly note: string | null
    readonly atMs: UnixMs
    readonly deadline?: 'over'
  },
): Promise<CoinJob | null> {
  const { cause, deadline, ...move } = outcome
  return deps.storage.transaction(async (tx) => {
    const ended = await moveJob(deps, tx, job.id, { ...move, to: cause, ...(deadline && { deadline }) })
    return ended && tx.jobs.move(job.id, { ...move, from: [cause], to: 'refunded' })
  })
}
