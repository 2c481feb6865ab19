import type { Caller } from '../../domain/api-key.ts'
import type { DryRunId, Wallet } from '../../domain/brands.ts'
import { checkCrew } from '../../domain/crew/crew.ts'
import { AppError } from '../../domain/errors.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import { checkLauncher, nameLauncher, type Plan } from '../../domain/plan/plan.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { checkWireFeesTarget } from '../plan/check-wire-fees-target.ts'
import { checkConsent } from '../consents/check-consent.ts'
import { dryRunToSpend } from '../plan/dry-run-to-spend.ts'
import { holderKolCrew } from '../plan/holder-kol-crew.ts'
import { inspectRecipients } from '../plan/inspect-recipients.ts'
import { resolvePlan } from '../plan/resolve-plan.ts'

/** A requested lock of an existing coin's fees. */
export interface LockInput {
  readonly caller: Caller
  readonly request: PlanRequest
  readonly dryRunId: DryRunId | null
}

/** What resolving a lock needs. */
export type PlanOfLockDeps = Pick<
  Deps,
  'launchpads' | 'storage' | 'policy' | 'clock' | 'web' | 'directory' | 'keyedRandom' | 'ids' | 'burnWallets'
>

/**
 * The plan of a lock by this launcher, by its dry-run where it has one, with the launcher among its shareholders. Every recipient was
 * inspected on chain.
 */
export async function planOfLock(deps: PlanOfLockDeps, launchpad: Launchpad, input: LockInput, launcher: Wallet): Promise<Plan> {
  const { request, caller, dryRunId } = input
  const { creator } = await checkWireFeesTarget(deps, { ...request, launcherPubkey: launcher })
  const plan =
    dryRunId === null
      ? await planLockNow(deps, input, creator)
      : (await dryRunToSpend(deps, { caller, request, source: {}, dryRunId, launcher: { wallet: launcher } })).plan
  checkLauncher(plan, launcher)
  await checkConsent(deps.storage, deps.policy, plan)
  if (!request.holderKol) checkCrew(plan.crew, launcher, launchpad.isWallet)
  const named = { ...plan, shareholders: nameLauncher(plan.shareholders, launcher) }
  await inspectRecipients(launchpad, named)
  return named
}

/** The plan of a lock without a dry-run. */
async function planLockNow(deps: PlanOfLockDeps, { caller, request }: LockInput, creator: Wallet): Promise<Plan> {
  if (caller.requireApproval) throw new AppError('dry_run_required', {}, { fields: [{ path: '/dryRunId', message: 'is required' }] })
  const holderSeats = request.holderKol ? await holderKolCrew(deps, { request, creator, referral: caller.referral }) : null
  return (await resolvePlan(deps, { caller, request, holderSeats })).plan
}
