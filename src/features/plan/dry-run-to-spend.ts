import type { Caller } from '../../domain/api-key.ts'
import type { DryRunId } from '../../domain/brands.ts'
import { checkStoredPlan, type DryRun, dryRunState } from '../../domain/plan/dry-run.ts'
import { AppError } from '../../domain/errors.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import { checkSameRequest } from '../../domain/plan/plan.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launcher } from '../../ports/launchpad/launcher.ts'
import { checkAllowed } from '../budgets/spend-under-policy.ts'
import { type ImageSource, loadImage } from './load-image.ts'

/**
 * The stored dry-run, when the request matches it and may consume it now. Nothing is reserved yet. The picture is fetched again only when
 * the request names another URL.
 *
 * @see rules 3.1, 5.5
 */
export async function dryRunToSpend(
  deps: Pick<Deps, 'storage' | 'clock' | 'web' | 'policy'>,
  order: { caller: Caller; request: PlanRequest; source: ImageSource; dryRunId: DryRunId; launcher: Pick<Launcher, 'wallet'> },
): Promise<DryRun> {
  const { caller, request, source, dryRunId, launcher } = order
  const dryRun = await deps.storage.dryRuns.find(dryRunId)
  const path = '/dryRunId'
  const refuse = (state: string) => new AppError('dry_run_not_spendable', { state }, { fields: [{ path, message: `is ${state}` }] })
  if (!dryRun || dryRun.keyId !== caller.keyId) throw refuse('unknown')
  if (dryRun.plan.request.intent !== request.intent) throw refuse(`of another intent (${dryRun.plan.request.intent})`)
  const state = dryRunState(dryRun, deps.clock.nowMs())
  if (state !== 'open') {
    const operation = await deps.storage.operations.findByDryRun(dryRunId)
    throw refuse(operation ? `${state}: ${operation.kind} ${operation.id} of mint ${operation.mint} has it` : state)
  }
  const { plan } = dryRun
  checkStoredPlan(dryRun)
  const field = source.imageBase64 !== undefined ? 'imageBase64' : 'imageUrl'
  const named = source[field] !== undefined && (field === 'imageBase64' || source.imageUrl !== plan.image?.sourceUrl)
  checkSameRequest(plan, request, deps.policy.serviceTitle, named ? { field, sha256: (await loadImage(deps, source)).sha256 } : null)
  if (caller.requireApproval) await checkAllowed(deps, dryRun, launcher.wallet)
  if (dryRun.approvals.some(({ by }) => by === launcher.wallet))
    throw new AppError('approver_not_allowed', { reason: 'it is the launcher of this plan' })
  return dryRun
}
