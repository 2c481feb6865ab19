import type { DryRunId, Wallet } from '../../domain/brands.ts'
import { type DryRun, dryRunState } from '../../domain/plan/dry-run.ts'
import { AppError } from '../../domain/errors.ts'
import { iso } from '../../domain/json.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import { dryRunNews } from '../../domain/results/dry-run-news.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordEvent } from '../events/record-event.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** What an approver signs to reject a plan. */
export const rejectionMessage = (id: string, timestamp: string): string => `svc-reject-dry-run:${id}:${timestamp}`

/**
 * Records that `approver`, whose signature was verified before, rejects a plan, and why. It may be approved already: until an operation
 * reserves it, one rejection is enough. Of several the first is kept.
 */
export async function rejectDryRun(
  deps: Pick<Deps, 'clock' | 'ids' | 'storage' | 'policy'>,
  actor: Actor,
  { id, approver, reason }: { id: DryRunId; approver: Wallet; reason: string },
): Promise<DryRun> {
  const { clock, storage, policy } = deps
  const atMs = clock.nowMs()
  const known = await storage.dryRuns.find(id)
  if (!known) throw new AppError('dry_run_not_spendable', { state: 'unknown' })
  if (!policy.approvers.has(approver)) throw new AppError('approver_not_allowed', { reason: 'the operator has not listed it' })
  const rejected = await storage.transaction(async (tx) => {
    const won = await tx.dryRuns.reject(id, { atMs, by: approver, reason })
    if (!won) return null
    const data = { ...dryRunNews(won, policy), rejectedAt: iso(atMs), rejectedByWallet: approver, reason }
    await recordEvent(deps, tx, { type: 'dryRun.rejected', mint: won.plan.request.mint, keyId: won.keyId, data })
    await recordAct(deps, tx, actor, { kind: 'dryRun.rejected', subject: id, detail: { wallet: approver } })
    return won
  })
  const now = rejected ?? (await storage.dryRuns.find(id))
  if (!now?.rejection) throw new AppError('dry_run_not_spendable', { state: now ? dryRunState(now, atMs) : 'unknown' })
  return now
}
