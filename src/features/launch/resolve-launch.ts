import type { Caller } from '../../domain/api-key.ts'
import type { DryRunId, Wallet } from '../../domain/brands.ts'
import { checkCrew } from '../../domain/crew/crew.ts'
import { AppError } from '../../domain/errors.ts'
import { isAtomic } from '../../domain/lock-path.ts'
import type { Image } from '../../domain/plan/image.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import { checkLauncher, nameLauncher, type Plan } from '../../domain/plan/plan.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { METADATA_ID_LENGTH } from '../../domain/plan/metadata-uri.ts'
import { type ImageSource, loadImage } from '../plan/load-image.ts'
import { dryRunToSpend } from '../plan/dry-run-to-spend.ts'
import { resolvePlan, withImage } from '../plan/resolve-plan.ts'

/** What resolving a launch needs. */
export type ResolveDeps = Pick<Deps, 'policy' | 'storage' | 'clock' | 'ids' | 'launchpads' | 'directory' | 'web' | 'metadata'>

/** What a launch is made from, whoever signs it. */
export interface LaunchInput {
  readonly caller: Caller
  readonly request: PlanRequest
  readonly source: ImageSource
  readonly dryRunId: DryRunId | null
}

/** A launch that is decided, and of which nothing is built yet. */
export interface ResolvedLaunch {
  /** With the launcher's wallet in its place. */
  readonly plan: Plan
  /** Null when the dry-run stored it. */
  readonly image: Image | null
  readonly metadataId: string
  /** What goes on chain, but for the address of its metadata, which only has its length: see keepMetadata. */
  readonly coinPlan: CoinPlan
}

/**
 * The plan of a launch, from its dry-run or resolved now the same way. Nothing is kept, reserved or handed out. Where a human approved
 * a plan that leaves no gap before the lock, the launch may leave none either.
 *
 * @throws AppError of dryRunToSpend, resolvePlan and checkCrew | dry_run_required | launcher_mismatch
 */
export async function resolveLaunch(
  deps: ResolveDeps,
  launchpad: Launchpad,
  order: LaunchInput,
  launcher: Wallet,
): Promise<ResolvedLaunch> {
  const { dryRunId } = order
  const dryRun = dryRunId === null ? null : await dryRunToSpend(deps, { ...order, dryRunId, launcher: { wallet: launcher } })
  const { plan, image } = dryRun === null ? await planNow(deps, order, launcher) : { plan: dryRun.plan, image: null }
  const approvedAtomic = dryRun !== null && dryRun.approvedAtMs !== null && isAtomic(dryRun.quote.lockPath)
  checkLauncher(plan, launcher)
  // A plan whose launcher was open could not compare the crew with it.
  if (plan.crew.length > 0) checkCrew(plan.crew, launcher, launchpad.isWallet)

  const metadataId = deps.ids.text(METADATA_ID_LENGTH)
  const shareholders = nameLauncher(plan.shareholders, launcher)
  const { request } = plan
  return {
    plan: { ...plan, shareholders },
    image,
    metadataId,
    coinPlan: {
      name: request.name,
      ticker: request.ticker,
      metadataUri: deps.metadata.sampleUri,
      initialBuy: request.initialBuyLamports,
      shareholders: request.holderKol ? [] : shareholders,
      atomicRequired: request.atomicRequired || approvedAtomic,
    },
  }
}

/** The plan of a launch without a dry-run, resolved the same way. */
async function planNow(deps: ResolveDeps, order: LaunchInput, launcher: Wallet): Promise<{ plan: Plan; image: Image }> {
  const { caller, request, source } = order
  if (caller.requireApproval) throw new AppError('dry_run_required', {}, { fields: [{ path: '/dryRunId', message: 'is required' }] })
  // Nothing is fetched for a plan that is refused in any case.
  const { plan } = await resolvePlan(deps, { caller, request, launcher })
  const image = await loadImage(deps, source)
  return { plan: withImage(plan, image, source), image }
}
