import type { Caller } from '../../domain/api-key.ts'
import type { DryRunId, Wallet } from '../../domain/brands.ts'
import { checkCrew } from '../../domain/crew/crew.ts'
import { AppError, withMoreFields } from '../../domain/errors.ts'
import { isAtomic } from '../../domain/lock-path.ts'
import type { Image } from '../../domain/plan/image.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import { checkLauncher, nameLauncher, type Plan } from '../../domain/plan/plan.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { METADATA_ID_LENGTH } from '../../domain/plan/metadata-uri.ts'
import { type ImageSource, loadImage } from '../plan/load-image.ts'
import { checkConsent } from '../consents/check-consent.ts'
import { dryRunToSpend } from '../plan/dry-run-to-spend.ts'
import { pictureProblems } from '../plan/request-problems.ts'
import { resolvePlan, withImage } from '../plan/resolve-plan.ts'

/** What resolving a launch needs. */
export type ResolveDeps = Pick<
  Deps,
  'policy' | 'storage' | 'clock' | 'ids' | 'launchpads' | 'directory' | 'keyedRandom' | 'web' | 'metadata' | 'burnWallets'
>

/** The inputs of a launch, custodial or unsigned. */
export interface LaunchInput {
  readonly caller: Caller
  readonly request: PlanRequest
  readonly source: ImageSource
  readonly dryRunId: DryRunId | null
}

/** A decided launch, before its transactions are built. */
export interface ResolvedLaunch {
  /** The plan with the launcher's wallet filled in. */
  readonly plan: Plan
  /** Null when it is stored with the dry-run. */
  readonly image: Image | null
  readonly metadataId: string
  /** What goes on chain; its metadata address is a placeholder of the right length, see keepMetadata. */
  readonly coinPlan: CoinPlan
}

/**
 * The plan of a launch, from its dry-run or resolved now the same way. Nothing is stored or reserved. Where a human approved an atomic
 * plan, the launch must be atomic too.
 */
export async function resolveLaunch(
  deps: ResolveDeps,
  launchpad: Launchpad,
  order: LaunchInput,
  launcher: Wallet,
): Promise<ResolvedLaunch> {
  const { dryRunId } = order
  const dryRun = dryRunId === null ? null : await dryRunToSpend(deps, { ...order, dryRunId, launcher: { wallet: launcher } })
  const { plan, image } = dryRun === null ? await planLaunchNow(deps, order, launcher) : { plan: dryRun.plan, image: null }
  const approvedAtomic = dryRun !== null && dryRun.approvedAtMs !== null && isAtomic(dryRun.quote.lockPath)
  checkLauncher(plan, launcher)
  await checkConsent(deps.storage, deps.policy, plan)
  // A dry-run without a launcher could not check the crew against the launcher's wallet.
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
      metadataUri: deps.metadata.sample.uri,
      imageUri: deps.metadata.sample.imageUri,
      initialBuyAtomic: request.initialBuyLamports,
      shareholders: request.holderKol ? [] : shareholders,
      atomicRequired: request.atomicRequired || approvedAtomic,
    },
  }
}

/** The plan of a launch without a dry-run, resolved the same way. */
async function planLaunchNow(deps: ResolveDeps, order: LaunchInput, launcher: Wallet): Promise<{ plan: Plan; image: Image }> {
  const { caller, request, source } = order
  if (caller.requireApproval) throw new AppError('dry_run_required', {}, { fields: [{ path: '/dryRunId', message: 'is required' }] })
  // Fetched last, so that a plan that is refused anyway costs no download.
  const { plan } = await resolvePlan(deps, { caller, request, launcher }).catch((error: unknown) => {
    throw withMoreFields(error, pictureProblems(source))
  })
  const image = await loadImage(deps, source)
  return { plan: withImage(plan, image, source), image }
}
