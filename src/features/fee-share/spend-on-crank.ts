import type { Caller } from '../../domain/api-key.ts'
import { AppError } from '../../domain/errors.ts'
import type { Lamports } from '../../domain/brands.ts'
import { amountText } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { budgetsOf } from '../budgets/budgets-of.ts'
import { secondsToNextDay, spend } from '../budgets/spend.ts'

/** The budget that a crank on this launchpad is paid from. */
export const crankBudget = ({ policy, launchpads }: Pick<Deps, 'policy' | 'launchpads'>, platform: string) =>
  budgetsOf(policy)[launchpads.facts(platform).currency === 'SOL' ? 'crank' : 'evm-crank']

/** Returns when the operator pays for one distribution of this cost at all. @throws AppError crank_cost_exceeded */
export function checkCrankCost(deps: Pick<Deps, 'policy' | 'launchpads'>, platform: string, cost: Lamports): void {
  const { transaction, currency } = crankBudget(deps, platform)
  if (cost <= transaction) return
  const reason = `it costs ${amountText(cost, currency)}, and ${amountText(transaction as Lamports, currency)} are allowed`
  throw new AppError('crank_cost_exceeded', { reason })
}

/**
 * Writes down that the operator's wallet pays `cost` at most for this operation: today's budget (UTC) has it left, for
 * all, for keys and payers together, and for this one. In the transaction that writes the operation.
 *
 * @throws AppError crank_budget_exceeded
 * @see rules 10.23
 */
export async function spendOnCrank(
  deps: Pick<Deps, 'policy' | 'clock' | 'launchpads'>,
  tx: Repos,
  { id, caller, platform, cost }: { id: string; caller: Caller; platform: string; cost: Lamports },
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const order = { id, caller: caller.keyId, spendingClass: caller.operator ? 'operator' : 'caller', amount: cost } as const
  if (await spend(tx, crankBudget(deps, platform), order, nowMs)) return
  throw new AppError('crank_budget_exceeded', { retryAfterSec: secondsToNextDay(nowMs) })
}
