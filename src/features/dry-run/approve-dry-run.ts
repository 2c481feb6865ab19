import type { DryRunId, Wallet } from '../../domain/brands.ts'
import { type Approval, checkStoredPlan, type DryRun, dryRunState, isApproved } from '../../domain/plan/dry-run.ts'
import { AppError } from '../../domain/errors.ts'
import { iso } from '../../domain/json.ts'
import { approvalViews, dryRunNews } from '../../domain/results/dry-run-news.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { SignatureProof } from '../../lib/signatures/prove-text.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { recordEvent } from '../events/record-event.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** What an approver signs. @see rules 5.6 */
export const approvalMessage = (id: string, timestamp: string): string => `svc-approve-dry-run:${id}:${timestamp}`

/**
 * Records a human approval by `approver`, whose signature was verified before. With the last one that is needed the plan is approved;
 * what comes after, or comes twice, changes nothing.
 *
 * @see rules 3.1 row 2, 5.6
 */
export async function approveDryRun(
  deps: Pick<Deps, 'clock' | 'ids' | 'storage' | 'policy'>,
  by: Actor,
  { id, approver, proof }: { id: DryRunId; approver: Wallet; proof: SignatureProof },
): Promise<DryRun> {
  const approval: Approval = { by: approver, atMs: deps.clock.nowMs(), proof }
  for (let seen = -1; ;) {
    const dryRun = await approvableDryRun(deps, id, approval)
    if (isApproved(dryRun, deps.policy) || dryRun.approvals.some(({ by }) => by === approver)) return dryRun
    const counted = await addApproval(deps, by, { dryRun, approval })
    if (counted) return counted
    // Another approver came first, or it ended: it is looked at again, and never finds what it found before.
    if (dryRun.approvals.length <= seen) throw new Error(`dry-run ${id} takes no approval, and nothing of it says why`)
    seen = dryRun.approvals.length
  }
}

async function approvableDryRun({ storage, policy }: Pick<Deps, 'storage' | 'policy'>, id: DryRunId, approval: Approval): Promise<DryRun> {
  const dryRun = await storage.dryRuns.find(id)
  if (!dryRun) throw new AppError('dry_run_not_spendable', { state: 'unknown' })
  const state = dryRunState(dryRun, approval.atMs)
  if (state === 'expired' || state === 'consumed' || state === 'rejected') throw new AppError('dry_run_not_spendable', { state })
  checkStoredPlan(dryRun)
  // An empty allowlist refuses everyone: the operator must name approvers.
  if (!policy.approvers.has(approval.by)) throw new AppError('approver_not_allowed', { reason: 'the operator has not listed it' })
  if (approval.by === dryRun.plan.request.launcherPubkey)
    throw new AppError('approver_not_allowed', { reason: 'it is the launcher of this plan' })
  return dryRun
}

/** The dry-run with one approval more, and the event where it is the last one needed; null when the dry-run has changed meanwhile. */
function addApproval(
  deps: Pick<Deps, 'clock' | 'ids' | 'storage' | 'policy'>,
  by: Actor,
  { dryRun, approval }: { readonly dryRun: DryRun; readonly approval: Approval },
): Promise<DryRun | null> {
  const { storage, policy } = deps
  const completes = isApproved({ ...dryRun, approvals: [...dryRun.approvals, approval] }, policy)
  return storage.transaction(async (tx) => {
    const counted = await tx.dryRuns.approve(dryRun, approval, { completes })
    if (!counted) return null
    if (completes) await tellApproved(deps, tx, counted, approval)
    await recordAct(deps, tx, by, { kind: 'dryRun.approved', subject: dryRun.id, detail: { wallet: approval.by } })
    return counted
  })
}

async function tellApproved(
  deps: Pick<Deps, 'clock' | 'ids' | 'policy'>,
  tx: Repos,
  dryRun: DryRun,
  { by, atMs }: Approval,
): Promise<void> {
  const { policy } = deps
  const { keyId, plan } = dryRun
  const approved = { approvedAt: iso(atMs), approvedByWallet: by, approvals: approvalViews(dryRun, policy) }
  const data = { ...dryRunNews(dryRun, policy), ...approved }
  await recordEvent(deps, tx, { type: 'dryRun.approved', mint: plan.request.mint, keyId, data })
}
