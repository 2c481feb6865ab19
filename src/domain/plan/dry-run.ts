import type { DryRunId, KeyId, AtomicUnits, OperationId, UnixMs, Wallet } from '../brands.ts'
import type { Currency } from '../money/currency.ts'
import type { PlannedLockPath } from '../lock-path.ts'
import { AppError } from '../errors.ts'
import { type Plan, planHash } from './plan.ts'

/** What a launch was quoted to cost, in one currency; the total is the sum of the items. */
export interface QuotedCost {
  readonly items: readonly { readonly what: string; readonly amount: AtomicUnits }[]
  readonly total: AtomicUnits
  /** The priced one where it is not said. */
  readonly currency?: Currency
}

/** A stored plan with a lifetime, that a human may approve and one operation may spend. @see rules 3.1 */
export interface DryRun {
  readonly id: DryRunId
  readonly keyId: KeyId
  readonly plan: Plan
  readonly planHash: string
  /** What the caller was told beside the plan: cost and warnings, shown again on the approval page. */
  readonly quote: {
    readonly cost: QuotedCost | null
    readonly warnings: readonly string[]
    readonly lockPath: PlannedLockPath
    /** Wallets of the split that no transaction had touched; absent in rows of earlier versions. */
    readonly unusedWallets?: readonly Wallet[]
  }
  readonly createdAtMs: UnixMs
  readonly expiresAtMs: UnixMs
  readonly approvedAtMs: UnixMs | null
  readonly approvedBy: Wallet | null
  /** The operation that holds it from before its broadcast; free again when that proved dead. */
  readonly reservedBy: OperationId | null
  readonly consumedAtMs: UnixMs | null
}

/** Whether the dry-run can be approved or spent now, and if not, why. */
export function dryRunState(dryRun: DryRun, nowMs: UnixMs): 'open' | 'expired' | 'consumed' | 'in use' {
  if (dryRun.consumedAtMs !== null) return 'consumed'
  if (dryRun.expiresAtMs <= nowMs) return 'expired'
  return dryRun.reservedBy === null ? 'open' : 'in use'
}

/** Hex characters of the plan's hash in an id, and of chance after them: 128 bits each. */
const HASH_PART = 32
/** Hex characters of chance in an id, after the plan's hash: 128 bits. */
export const DRY_RUN_CHANCE_HEX = 32

/** The id of a dry-run of the plan with this hash: whoever signs the id signs the plan. `chance` is random hex. */
export const dryRunIdOf = (hash: string, chance: string): DryRunId => `${hash.slice(0, HASH_PART)}${chance}` as DryRunId

/** Whether the id carries the plan's hash; those of earlier versions do not, and live for another 30 minutes. */
export const isBoundToPlan = (id: DryRunId): boolean => id.length > DRY_RUN_CHANCE_HEX

/**
 * Returns when the plan is the one that was stored, and the one that the id names: nobody shows, approves or spends another.
 *
 * @throws AppError dry_run_altered
 */
export function checkStoredPlan({ id, plan, planHash: stored }: Pick<DryRun, 'id' | 'plan' | 'planHash'>): void {
  const hash = planHash(plan)
  if (hash !== stored || (isBoundToPlan(id) && !id.startsWith(hash.slice(0, HASH_PART)))) throw new AppError('dry_run_altered')
}
