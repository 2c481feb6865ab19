import type { DryRunId, Wallet } from '../../domain/brands.ts'
import { checkStoredPlan, type DryRun, dryRunState } from '../../domain/plan/dry-run.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'

/** What an approver signs. @see rules 5.6 */
export const approvalMessage = (id: string, timestamp: string): string => `svc-approve-dry-run:${id}:${timestamp}`

/**
 * Records a human approval; the caller has already proven control of `approver`. Of several approvers the first stays.
 *
 * @throws AppError dry_run_not_spendable | dry_run_altered | approver_not_allowed
 * @see rules 3.1 row 2, 5.6
 */
export async function approveDryRun(
  { clock, storage, policy }: Pick<Deps, 'clock' | 'storage' | 'policy'>,
  { id, approver }: { id: DryRunId; approver: Wallet },
): Promise<DryRun> {
  const nowMs = clock.nowMs()
  const dryRun = await storage.dryRuns.find(id)
  if (!dryRun) throw new AppError('dry_run_not_spendable', { state: 'unknown' })
  const state = dryRunState(dryRun, nowMs)
  if (state === 'expired' || state === 'consumed') throw new AppError('dry_run_not_spendable', { state })
  checkStoredPlan(dryRun)
  // An empty allowlist refuses everyone: the operator must name approvers.
  if (!policy.approvers.has(approver)) throw new AppError('approver_not_allowed', { reason: 'the operator has not listed it' })
  if (approver === dryRun.plan.request.launcherPubkey)
    throw new AppError('approver_not_allowed', { reason: 'it is the launcher of this plan' })

  const approved = await storage.dryRuns.approve(id, approver, nowMs)
  if (approved) return approved
  const now = await storage.dryRuns.find(id)
  if (!now?.approvedAtMs) throw new AppError('dry_run_not_spendable', { state: now ? dryRunState(now, nowMs) : 'unknown' })
  return now
}
