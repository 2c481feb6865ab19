import type { DryRunId, KeyId, AtomicUnits, OperationId, UnixMs, Wallet } from '../brands.ts'
import type { Currency } from '../money/currency.ts'
import type { PlannedLockPath } from '../lock-path.ts'
import { AppError } from '../errors.ts'
import type { SignatureProof } from '../../lib/signatures/prove-text.ts'
import type { FixedTerms } from './fixed-terms.ts'
import { type Plan, planHash } from './plan.ts'
import type { KeptRehearsal } from './rehearsal.ts'

/** What a launch was quoted to cost, in one currency; the total is the sum of the items. */
export interface QuotedCost {
  readonly items: readonly { readonly what: string; readonly amountAtomic: AtomicUnits }[]
  readonly totalAtomic: AtomicUnits
  /** The currency that has a price, where none is named. */
  readonly currency?: Currency
}

/** An approver’s approval of a plan. */
export interface Approval {
  readonly by: Wallet
  readonly atMs: UnixMs
  /** What the wallet signed; absent in rows of earlier versions. */
  readonly proof?: SignatureProof
}

/** An approver’s refusal of a plan. */
export interface Rejection {
  readonly atMs: UnixMs
  readonly by: Wallet
  /** For whoever made the plan. */
  readonly reason: string
}

/** A stored plan with a lifetime, which a human may approve and one operation may consume. @see rules 3.1 */
export interface DryRun {
  readonly id: DryRunId
  readonly keyId: KeyId
  readonly plan: Plan
  readonly planHash: string
  /** Cost and warnings, as the caller got them and the approval page shows them. */
  readonly quote: {
    readonly cost: QuotedCost | null
    readonly warnings: readonly string[]
    /** Those of the warnings that may end: they are asked for again when the plan is shown. Absent in rows of earlier versions. */
    readonly passing?: readonly string[]
    readonly lockPath: PlannedLockPath
    /** Absent where the launchpad names none, and in rows of earlier versions. */
    readonly terms?: FixedTerms
    /** Wallets of the split that have never been used on chain; absent in rows of earlier versions. */
    readonly unusedWallets?: readonly Wallet[]
    /** Absent where none was asked for. It is in no hash, and no check depends on it: it is what a node said. */
    readonly rehearsal?: KeptRehearsal
  }
  readonly createdAtMs: UnixMs
  readonly expiresAtMs: UnixMs
  /** Each approver once, oldest first. */
  readonly approvals: readonly Approval[]
  /** How many approvers the operator required when it was made. */
  readonly approvalsRequired: number
  /** When as many had approved as were needed, and who was the last of them. */
  readonly approvedAtMs: UnixMs | null
  readonly approvedBy: Wallet | null
  /** Set when an approver rejected it: it is never approved or spent afterwards. */
  readonly rejection: Rejection | null
  /** The operation that reserves it from before its broadcast; released when that operation is proved dead. */
  readonly reservedBy: OperationId | null
  readonly consumedAtMs: UnixMs | null
}

/** Whether the dry-run can be approved or consumed now, and if not, why. */
export function dryRunState(dryRun: DryRun, nowMs: UnixMs): 'open' | 'expired' | 'consumed' | 'rejected' | 'in use' {
  if (dryRun.consumedAtMs !== null) return 'consumed'
  if (dryRun.rejection !== null) return 'rejected'
  if (dryRun.expiresAtMs <= nowMs) return 'expired'
  return dryRun.reservedBy === null ? 'open' : 'in use'
}

/** Who may approve, and how many of them have to, as the operator has set it now. */
export interface ApprovalRule {
  readonly approvers: ReadonlySet<Wallet>
  readonly approvalsRequired: number
}

/** Its approvals that count: those of wallets that the operator lists now. */
export const countedApprovals = (
  { approvals }: Pick<DryRun, 'approvals'>,
  { approvers }: Pick<ApprovalRule, 'approvers'>,
): readonly Approval[] => approvals.filter(({ by }) => approvers.has(by))

/** How many approvals it needs: as many as when it was made, or as now, whichever is more. */
export const approvalsNeeded = (dryRun: Pick<DryRun, 'approvalsRequired'>, rule: Pick<ApprovalRule, 'approvalsRequired'>): number =>
  Math.max(dryRun.approvalsRequired, rule.approvalsRequired)

/** Whether as many approvers have approved it as it needs. @see rules 3.1 */
export const isApproved = (dryRun: Pick<DryRun, 'approvals' | 'approvalsRequired'>, rule: ApprovalRule): boolean =>
  countedApprovals(dryRun, rule).length >= approvalsNeeded(dryRun, rule)

/** The refusal of a plan that has too few approvals; `outside` says why no policy stands for them. */
export function notApproved(dryRun: DryRun, rule: ApprovalRule, outside: string | null): AppError {
  const figures = { count: countedApprovals(dryRun, rule).length, max: approvalsNeeded(dryRun, rule) }
  const message = outside === null ? 'is not approved' : `is not approved, and the policy of this key ${outside}`
  return new AppError('dry_run_not_approved', figures, { fields: [{ path: '/dryRunId', message }] })
}

/** Hex characters in an id: of the plan's hash, then random; 128 bits each. */
const HASH_PART_HEX = 32
/** Hex characters of randomness in an id, after the plan's hash: 128 bits. */
export const DRY_RUN_CHANCE_HEX = 32

/** The id of a dry-run of the plan with this hash, so that a signature over the id covers the plan. `chance` is random hex. */
export const dryRunIdOf = (hash: string, chance: string): DryRunId => `${hash.slice(0, HASH_PART_HEX)}${chance}` as DryRunId

/** Whether the id contains the plan's hash; ids of the first versions do not. */
export const isBoundToPlan = (id: DryRunId): boolean => id.length > DRY_RUN_CHANCE_HEX

type StoredPlan = Pick<DryRun, 'id' | 'plan' | 'planHash'>

/** Throws unless the plan matches its stored hash and the hash in the id, so that no altered plan is shown, approved or launched. */
export function checkStoredPlan(dryRun: StoredPlan): void {
  if (!isUnaltered(dryRun)) throw new AppError('dry_run_altered')
}

/** Whether the plan matches its stored hash and the hash in the id. */
export function isUnaltered({ id, plan, planHash: stored }: StoredPlan): boolean {
  const hash = planHash(plan)
  return hash === stored && (!isBoundToPlan(id) || id.startsWith(hash.slice(0, HASH_PART_HEX)))
}
