import type { Caller } from '../../domain/api-key.ts'
import { type DryRunId, type Mint, unixMs } from '../../domain/brands.ts'
import { checkStoredPlan, type DryRun, DRY_RUN_CHANCE_HEX, dryRunIdOf } from '../../domain/plan/dry-run.ts'
import { AppError, withMoreFields } from '../../domain/errors.ts'
import type { Image } from '../../domain/plan/image.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import { pictureWarnings } from '../../domain/picture-warnings.ts'
import { type Plan, planHash } from '../../domain/plan/plan.ts'
import { dryRunNews } from '../../domain/results/dry-run-news.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { keyName } from '../../domain/keys/key-name.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { recordEvent } from '../events/record-event.ts'
import { checkConsent, readConsents } from '../consents/check-consent.ts'
import { checkWireFeesTarget } from '../plan/check-wire-fees-target.ts'
import { holderKolCrew } from '../plan/holder-kol-crew.ts'
import { checkMintPubkey } from '../plan/check-mint-pubkey.ts'
import { balanceWarnings, costOfPlan, quotedCost } from '../plan/cost-of-plan.ts'
import { inspectRecipients } from '../plan/inspect-recipients.ts'
import { lockQuotas } from '../plan/lock-quotas.ts'
import { checkDryRunQuotas, checkOwnDryRuns } from '../plan/dry-run-quota.ts'
import { checkPictureQuotas, keepPicture } from '../plan/keep-picture.ts'
import { type ImageSource, type LoadedImage, loadImage } from '../plan/load-image.ts'
import { programWarnings } from '../programs/check-programs.ts'
import { pictureProblems } from '../plan/request-problems.ts'
import { resolvePlan, withImage } from '../plan/resolve-plan.ts'
import { rehearsePlan } from './rehearse-plan.ts'
import { warnOfPlan } from './warn-of-plan.ts'

/** What a dry-run is made of. */
interface DryRunOrder {
  readonly caller: Caller
  readonly request: PlanRequest
  readonly source: ImageSource
  readonly mint?: Mint | null
  /** Of a launch alone. */
  readonly rehearse?: boolean
}

/**
 * Stores the whole resolved plan, its picture's bytes and one hash over both; spends nothing, needs no secret.
 *
 * @see rules 2.4, 3.1; rules 10.13
 */
export async function makeDryRun(
  deps: Pick<
    Deps,
    'policy' | 'launchpads' | 'directory' | 'keyedRandom' | 'storage' | 'rooms' | 'web' | 'metadata' | 'clock' | 'ids' | 'burnWallets'
  >,
  { caller, request, source, mint = null, rehearse = false }: DryRunOrder,
): Promise<DryRun> {
  const { clock } = deps
  if (caller.requireApproval && request.launcherPubkey === null) {
    throw new AppError('launcher_pubkey_required', {}, { fields: [{ path: '/launcherPubkey', message: 'is required' }] })
  }
  await checkDryRunQuotas(deps, caller, clock.nowMs())
  const target = request.intent === 'wire-fees' ? await checkWireFeesTarget(deps, request) : null
  const holderSeats =
    target && request.holderKol ? await holderKolCrew(deps, { request, creator: target.creator, referral: caller.referral }) : null
  const { plan: undrawn, warnings } = await resolvePlan(deps, { caller, request, holderSeats }).catch((error: unknown) => {
    throw withMoreFields(error, request.intent === 'launch' ? pictureProblems(source) : [])
  })
  await checkConsent(deps.storage, deps.policy, undrawn)
  const launchpad = await deps.launchpads.get(request.platform)
  checkMintPubkey(launchpad, mint, request)
  // Fetched last, so that a plan that is refused anyway costs no download.
  const image = request.intent === 'launch' ? await loadImage(deps, source) : null
  if (image) await checkPictureQuotas(deps, image, caller, clock.nowMs())
  const plan = image ? withImage(undrawn, image, source) : undrawn
  const quote = await quoteOf(deps, launchpad, plan, { rehearse, warnings, image })
  const dryRun = newDryRun(deps, caller, plan, quote)
  await storeDryRun(deps, { caller, dryRun, image, mint: request.mint })
  return dryRun
}

/** Cost, path, warnings and, where it is asked for, the rehearsal of the plan, from the chain as it is. */
async function quoteOf(
  deps: Pick<Deps, 'policy' | 'directory' | 'storage' | 'metadata' | 'clock' | 'ids' | 'launchpads'>,
  launchpad: Launchpad,
  plan: Plan,
  { rehearse, warnings, image }: { rehearse: boolean; warnings: readonly string[]; image: LoadedImage | null },
): Promise<DryRun['quote']> {
  const [recipients, cost, nameWarnings, programs] = await Promise.all([
    inspectRecipients(launchpad, plan),
    costOfPlan(deps, launchpad, plan),
    warnOfPlan(deps, launchpad, plan),
    plan.request.intent === 'launch' ? programWarnings(deps, plan.request.platform) : [],
  ])
  const moneyWarnings = cost ? await balanceWarnings(launchpad, plan.request.launcherPubkey, cost) : []
  const rehearsal = rehearse ? await rehearsePlan(deps, launchpad, plan) : null
  return {
    cost: quotedCost(launchpad, cost),
    ...(cost?.terms ? { terms: cost.terms } : {}),
    warnings: [
      ...nameWarnings,
      ...warnings,
      ...moneyWarnings,
      ...recipients.warnings,
      ...programs,
      ...(image ? pictureWarnings(image, image.removed) : []),
    ],
    passing: [...nameWarnings, ...moneyWarnings, ...programs],
    lockPath: cost?.lockPath ?? 'wire-fees',
    unusedWallets: recipients.unusedWallets,
    ...(rehearsal ? { rehearsal } : {}),
  }
}

/** A dry-run of this plan as nobody has looked at it yet. */
function newDryRun(
  { clock, ids, policy }: Pick<Deps, 'clock' | 'ids' | 'policy'>,
  caller: Caller,
  plan: Plan,
  quote: DryRun['quote'],
): DryRun {
  const nowMs = clock.nowMs()
  const hash = planHash(plan)
  return {
    id: dryRunIdOf(hash, ids.hex(DRY_RUN_CHANCE_HEX)),
    keyId: caller.keyId,
    plan,
    planHash: hash,
    quote,
    createdAtMs: nowMs,
    expiresAtMs: unixMs(nowMs + policy.dryRunLifetimeMs),
    approvals: [],
    approvalsRequired: policy.approvalsRequired,
    approvedAtMs: null,
    approvedBy: null,
    rejection: null,
    reservedBy: null,
    consumedAtMs: null,
  }
}

/** Keeps the dry-run, its picture and the news of it in one commit, where the caller's quota has room for them. */
async function storeDryRun(
  deps: Pick<Deps, 'policy' | 'storage' | 'clock' | 'ids'>,
  { caller, dryRun, image, mint }: { caller: Caller; dryRun: DryRun; image: Image | null; mint: Mint | null },
): Promise<void> {
  const { storage, policy, clock } = deps
  await storage.transaction(async (tx) => {
    await lockQuotas(tx, caller)
    await checkOwnDryRuns({ storage: tx, policy }, caller, dryRun.createdAtMs)
    if (image) await keepPicture({ storage: tx, policy }, image, caller, clock.nowMs())
    await tx.dryRuns.insert(dryRun)
    await tellNamed(deps, tx, { dryRun, mint })
    await recordEvent(deps, tx, {
      type: 'dryRun.created',
      mint,
      keyId: caller.keyId,
      data: { ...dryRunNews(dryRun, policy), approvalRequired: caller.requireApproval, warnings: [...dryRun.quote.warnings] },
    })
  })
}

/** Tells endpoints who is named, so that people can be told before the launch. */
async function tellNamed(
  deps: Pick<Deps, 'policy' | 'clock' | 'ids'>,
  tx: Repos,
  { dryRun, mint }: { readonly dryRun: DryRun; readonly mint: Mint | null },
): Promise<void> {
  const { plan, keyId } = dryRun
  const named = await readConsents(tx, plan)
  if (named.length === 0) return
  const people = named.map(({ shareholder: { wallet, handle, role, bps }, stance }) => ({
    wallet,
    handle,
    role,
    bps,
    stance,
    walletUrl: `${deps.policy.baseUrl}/wallet/${wallet}`,
  }))
  const data = { ...dryRunNews(dryRun, deps.policy), agent: keyName(keyId), named: people }
  await recordEvent(deps, tx, { type: 'dryRun.named', mint, keyId, data })
}

/** The dry-run, for anyone with its id. */
export async function viewDryRun({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, id: DryRunId): Promise<DryRun> {
  const dryRun = await storage.dryRuns.find(id)
  if (!dryRun) throw new AppError('dry_run_unknown')
  if (dryRun.expiresAtMs <= clock.nowMs()) throw new AppError('dry_run_expired')
  checkStoredPlan(dryRun)
  return dryRun
}
