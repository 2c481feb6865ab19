import type { DryRunId, Wallet } from '../../domain/brands.ts'
import { checkStoredPlan, type DryRun, dryRunState } from '../../domain/plan/dry-run.ts'
import { AppError } from '../../domain/errors.ts'
import { iso } from '../../domain/json.ts'
import { dryRunNews } from '../../domain/results/dry-run-news.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordEvent } from '../events/record-event.ts'

/** What an approver signs. @see rules 5.6 */
export const approvalMessage = (id: string, timestamp: string): string => `svc-approve-dry-run:${id}:${timestamp}`

/**
 * Records a human approval by `approver`, whose signature was verified before. Of several approvers the first is kept.
 *
 * @throws AppError dry_run_not_spendable | dry_run_altered | approver_not_allowed
 * @see rules 3.1 row 2, 5.6
 */
export async function approveDryRun(
  { clock, ids, storage, policy }: Pick<Deps, 'clock' | 'ids' | 'storage' | 'policy'>,
  { id, approver }: { id: DryRunId; approver: Wallet },
): Promise<DryRun> {
  const nowMs = clock.nowMs()
  const dryRun = await storage.dryRuns.find(id)
  if (!dryRun) throw new AppError('dry_run_not_spendable', { state: 'unknown' })
  const state = dryRunState(dryRun, nowMs)
  if (state === 'expired' || state === 'consumed' || state === 'rejected') throw new AppError('dry_run_not_spendable', { state })
  checkStoredPlan(dryRun)
  // An empty allowlist refuses everyone: the operator must name approvers.
  if (!policy.approvers.has(approver)) throw new AppError('approver_not_allowed', { reason: 'the operator has not listed it' })
  if (approver === dryRun.plan.request.launcherPubkey)
    throw new AppError('approver_not_allowed', { reason: 'it is the launcher of this plan' })

  const approved = await storage.transaction(async (tx) => {
    const won = await tx.dryRuns.approve(id, approver, nowMs)
    if (!won) return null
    const data = { ...dryRunNews(won, policy), approvedAt: iso(nowMs), approvedByWallet: approver }
    await recordEvent({ clock, ids }, tx, { type: 'dryRun.approved', mint: won.plan.request.mint, keyId: won.keyId, data })
    return won
  })
  if (approved) return approved
  const now = await storage.dryRuns.find(id)
  if (!now?.approvedAtMs || now.rejection !== null)
    throw new AppError('dry_run_not_spendable', { state: now ? dryRunState(now, nowMs) : 'unknown' })
  return now
}
