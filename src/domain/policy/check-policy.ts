import { type AtomicUnits, atomicUnits, type UnixMs, type Wallet } from '../brands.ts'
import { LAUNCHER_UNNAMED } from '../crew/fee-map.ts'
import { addressKey } from '../crew/payee.ts'
import { holdsRole } from '../crew/role.ts'
import { namesOf } from '../json.ts'
import type { Currency } from '../money/currency.ts'
import { type Approval, type ApprovalRule, isApproved } from '../plan/dry-run.ts'
import type { Plan } from '../plan/plan.ts'
import type { SpendingPolicy } from './spending-policy.ts'

/** The clauses of a policy in the order in which they are looked at, each with what a launch that breaks it does. */
export const POLICY_CLAUSES = {
  service: 'is for another service',
  signatures: 'has not enough signatures of approvers',
  revoked: 'was revoked',
  key: 'is of another key',
  dates: 'is not for this day',
  intent: 'is for launches alone',
  platform: 'does not name this launchpad',
  currency: 'is in another currency than this launchpad’s',
  launcher: 'was signed by the launcher, or the launcher is not known',
  crew: 'does not allow this crew, or a wallet of earnings',
  firstBuy: 'does not allow so large a first buy',
  launch: 'does not allow what this launch costs',
  day: 'does not allow more today',
} as const

/** One of POLICY_CLAUSES. */
export type PolicyClause = keyof typeof POLICY_CLAUSES

/** A policy as it is stored: who signed it, and when it ended early. */
export interface SignedPolicy {
  readonly policy: SpendingPolicy
  /** Each approver once. */
  readonly approvals: readonly Approval[]
  /** How many approvers the operator required when it was signed. */
  readonly approvalsRequired: number
  readonly revokedAtMs: UnixMs | null
}

/** A plan that is to be launched now, with what is known of it beside its own members. */
export interface PlannedLaunch {
  /** The host of this service. */
  readonly host: string
  readonly plan: Pick<Plan, 'request' | 'shareholders' | 'keyId'>
  readonly launcher: Wallet
  /** Most that it costs the launcher, first buy included; null where nobody can say. */
  readonly cost: { readonly totalAtomic: AtomicUnits; readonly currency: Currency } | null
  /** Those of its wallets that are in the directory, as addressKey writes them. */
  readonly inDirectory: ReadonlySet<string>
  readonly atMs: UnixMs
}

/**
 * The first clause of the policy that the launch breaks; null when it is inside all of them. `spentTodayAtomic` is what launches of this
 * UTC day have cost under it. What is not known breaks its clause.
 */
export function checkPolicy(
  signed: SignedPolicy,
  rule: ApprovalRule,
  spentTodayAtomic: AtomicUnits,
  launch: PlannedLaunch,
): PolicyClause | null {
  const broken = breaks(signed, rule, spentTodayAtomic, launch)
  return namesOf(POLICY_CLAUSES).find((clause) => broken[clause]) ?? null
}

function breaks(
  signed: SignedPolicy,
  rule: ApprovalRule,
  spentTodayAtomic: AtomicUnits,
  launch: PlannedLaunch,
): Record<PolicyClause, boolean> {
  const { policy, approvals, revokedAtMs } = signed
  const { plan, launcher, cost, atMs } = launch
  const costAtomic = cost?.totalAtomic ?? null
  const firstBuyLamports = plan.request.initialBuyLamports
  return {
    service: launch.host !== policy.host,
    signatures: !isApproved(signed, rule),
    revoked: revokedAtMs !== null,
    key: plan.keyId !== policy.keyId,
    dates: atMs < policy.fromMs || atMs >= policy.untilMs,
    intent: plan.request.intent !== 'launch',
    platform: !policy.platforms.includes(plan.request.platform),
    currency: cost !== null && cost.currency !== policy.currency,
    // As with a plan: nobody allows what he himself launches.
    launcher: launcher === LAUNCHER_UNNAMED || approvals.some(({ by }) => addressKey(by) === addressKey(launcher)),
    // A crew that is chosen later is nobody's that was named.
    crew: plan.request.holderKol || !plan.shareholders.every((shareholder) => isAllowed(policy, launch, shareholder)),
    // A first buy is always of SOL.
    firstBuy: firstBuyLamports > (policy.currency === 'SOL' ? policy.firstBuyMaxAtomic : 0n),
    launch: costAtomic === null || costAtomic > policy.launchMaxAtomic,
    day: costAtomic === null || atomicUnits(spentTodayAtomic + costAtomic) > policy.dayMaxAtomic,
  }
}

/**
 * Shares of the treasury, the launcher and the referrer follow from the mode alone. The directory lets its people into a crew, and nobody
 * into the agent's earnings: those are for wallets that the policy names.
 */
function isAllowed(
  { wallets, directory }: SpendingPolicy,
  { inDirectory }: PlannedLaunch,
  { wallet, role, bps }: Plan['shareholders'][number],
): boolean {
  const earns = holdsRole(role, 'earnings')
  if (!holdsRole(role, 'kol') && !earns) return true
  const key = addressKey(wallet)
  const named = wallets.find((allowed) => addressKey(allowed.wallet) === key)
  return named ? bps <= named.bpsMax : directory && !earns && inDirectory.has(key)
}
