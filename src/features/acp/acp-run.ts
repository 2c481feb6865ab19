import { AppError } from '../../domain/errors.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Acp, AcpJob } from '../../ports/acp.ts'
import type { Deps } from '../../ports/deps.ts'
import type { PaidRun } from '../../ports/payments.ts'

/** The run of a job: the same in every process and for ever, so that the journal takes one launch of it and no second. */
export const acpRunId = ({ chainId }: Pick<Acp, 'chainId'>, jobId: string): string => `acp:${chainId}:${jobId}`

/** True of a job whose payment is in escrow in a block that is final, for us, at our price. */
export const isPaidFor = ({ wallet, terms }: Pick<Acp, 'wallet' | 'terms'>, job: AcpJob | null): boolean =>
  job !== null && job.state === 'funded' && job.provider === wallet && job.budgetAtomic >= terms.priceAtomic

/** A job's escrow as the payment of its launch: it counts as charged when the chain has it for good. */
export function acpRun({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, acp: Acp, jobId: string): PaidRun {
  const runId = acpRunId(acp, jobId)
  return {
    paymentId: runId,
    runId,
    async charge() {
      if (!isPaidFor(acp, await acp.job(jobId, 'finalized'))) throw new AppError('payment_unresolved')
      const claim = { scope: 'acp', key: `${acp.chainId}:${jobId}`, fingerprint: 'launch', id: runId }
      const { outcome } = await storage.idempotency.claim({ ...claim, nowMs: clock.nowMs(), leaseMs: OWN_LIMITS.idempotencyLeaseMs })
      if (outcome !== 'claimed') throw new AppError('payment_in_progress')
    },
  }
}
