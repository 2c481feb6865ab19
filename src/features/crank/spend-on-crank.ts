import { type Caller, CLOCK_KEY_ID } from '../../domain/api-key.ts'
import { chainPolicy } from '../../domain/chain.ts'
import { AppError } from '../../domain/errors.ts'
import type { AtomicUnits } from '../../domain/brands.ts'
import type { SpendingClass } from '../../domain/money/spending.ts'
import { amountText } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Spends } from '../operations/journal-operation.ts'
import { cranksBudget } from '../budgets/budgets-of.ts'
import { secondsToNextDay } from '../../domain/limits/utc-day.ts'

/** The budget that a crank on this launchpad is paid from. */
export const crankBudget = ({ policy, launchpads }: Pick<Deps, 'policy' | 'launchpads'>, platform: string) =>
  cranksBudget(chainPolicy(policy.chains, launchpads.facts(platform).chainId))

/** Throws unless one distribution may cost this much. */
export function checkCrankCost(deps: Pick<Deps, 'policy' | 'launchpads'>, platform: string, costAtomic: AtomicUnits): void {
  const { transactionAtomic, currency } = crankBudget(deps, platform)
  if (costAtomic <= transactionAtomic) return
  const reason = `it costs ${amountText(costAtomic, currency)}, and ${amountText(transactionAtomic, currency)} are allowed`
  throw new AppError('crank_cost_exceeded', { reason })
}

/**
 * The most that a crank costs the operator's wallet, as it is journaled. Today's budget (UTC) must cover it for all callers, for keys and
 * payers together, and for this caller; else it is refused with crank_budget_exceeded.
 *
 * @see rules 10.23
 */
export const crankSpending = (
  deps: Pick<Deps, 'policy' | 'clock' | 'launchpads'>,
  { caller, platform, costAtomic }: { caller: Caller; platform: string; costAtomic: AtomicUnits },
): Spends => ({
  budget: crankBudget(deps, platform),
  order: { spendingClass: classOf(caller), amountAtomic: costAtomic },
  refusal: () => new AppError('crank_budget_exceeded', { retryAfterSec: secondsToNextDay(deps.clock.nowMs()) }),
})

const classOf = ({ keyId, operator }: Caller): SpendingClass => (keyId === CLOCK_KEY_ID ? 'clock' : operator ? 'operator' : 'caller')
