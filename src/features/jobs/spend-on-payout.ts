import { type KeyId, type AtomicUnits, atomicUnits } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { formatAmount, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { EscrowRail } from '../../ports/escrow.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { budgetsOf } from '../budgets/budgets-of.ts'
import { dayStartMs, secondsToNextDay } from '../../domain/limits/utc-day.ts'
import { spend } from '../budgets/spend.ts'

/**
 * Records the cost of a payout for the escrow wallet, in the transaction that writes the payout.
 *
 * @throws AppError escrow_budget_exceeded when today's budget (UTC), or this owner's part of it, does not cover it
 */
export async function spendOnPayout(
  { policy, clock }: Pick<Deps, 'policy' | 'clock'>,
  tx: Repos,
  { payoutId, owner, amountAtomic }: { payoutId: string; owner: KeyId; amountAtomic: AtomicUnits },
): Promise<void> {
  const budget = budgetsOf(policy).escrow
  const nowMs = clock.nowMs()
  const order = { id: payoutId, caller: owner, spendingClass: 'caller', amountAtomic } as const
  if (await spend(tx, budget, order, nowMs)) return
  const { allAtomic, ofCallerAtomic } = await tx.spending.spent('escrow', dayStartMs(nowMs), order)
  const [leftAtomic, leftOfOwnerAtomic] = [
    budget.dailyAtomic - allAtomic,
    (budget.dailyOfCallerAtomic.caller ?? budget.dailyAtomic) - ofCallerAtomic,
  ]
  const leastAtomic = leftAtomic < leftOfOwnerAtomic ? leftAtomic : leftOfOwnerAtomic
  const leftSol = formatAmount(atomicUnits(leastAtomic > 0n ? leastAtomic : 0n), PRICED_CURRENCY)
  throw new AppError('escrow_budget_exceeded', {
    sol: formatAmount(amountAtomic, PRICED_CURRENCY),
    leftSol,
    retryAfterSec: secondsToNextDay(nowMs),
  })
}

/** The largest payout that this rail can ever make; null where nothing is spent. */
export const payoutMax = ({ policy }: Pick<Deps, 'policy'>, { inLedger }: EscrowRail): AtomicUnits | null =>
  inLedger ? null : budgetsOf(policy).escrow.transactionAtomic
