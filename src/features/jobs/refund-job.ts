import type { CoinJob, JobActor, JobState, RefundCause } from '../../domain/kit/coin-job.ts'
import type { UnixMs } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * Ends a job unpaid and gives its money back to the coin's budget, in one commit; null, and nothing is changed, when the
 * job is in none of `from`.
 */
export function refundJob(
  { storage }: Pick<Deps, 'storage'>,
  job: CoinJob,
  outcome: {
    readonly from: readonly JobState[]
    readonly cause: RefundCause
    readonly actor: JobActor
    readonly note: string | null
    readonly atMs: UnixMs
    readonly deadline?: 'over'
  },
): Promise<CoinJob | null> {
  const { cause, deadline, ...move } = outcome
  return storage.transaction(async (tx) => {
    const ended = await tx.jobs.move(job.id, { ...move, to: cause, ...(deadline && { deadline }) })
    return ended && tx.jobs.move(job.id, { ...move, from: [cause], to: 'refunded' })
  })
}
