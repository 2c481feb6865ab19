import { type AtomicUnits, atomicUnits } from '../../domain/brands.ts'
import type { Budget } from '../../domain/money/spending.ts'
import type { Policy } from '../../ports/policy.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { allBudgets } from './budgets-of.ts'
import { dayStartMs } from '../../domain/limits/utc-day.ts'

/** A wallet's budget for the current day. */
export interface BudgetReading {
  readonly budget: Budget
  readonly spentAtomic: AtomicUnits
  /** Zero where more was spent before the budget was lowered. */
  readonly leftAtomic: AtomicUnits
}

/** What each wallet has spent today (UTC) and may still spend; wallets without a budget are left out. */
export async function readBudgets(
  policy: Policy,
  { spending }: Pick<Repos, 'spending'>,
  clock: Pick<Clock, 'nowMs' | 'machineMs'>,
): Promise<readonly BudgetReading[]> {
  const inUse = allBudgets(policy).filter(({ budgetName }) => policy.budgetsInUse.includes(budgetName))
  return Promise.all(
    inUse.map(async (budget) => {
      // Gas for payments and for the marketplace is real even with a simulated clock.
      const nowMs = budget.budgetName === 'facilitator' || budget.budgetName === 'acp' ? clock.machineMs() : clock.nowMs()
      const { allAtomic: spentAtomic } = await spending.spent(budget.budgetName, dayStartMs(nowMs))
      return { budget, spentAtomic, leftAtomic: atomicUnits(spentAtomic < budget.dailyAtomic ? budget.dailyAtomic - spentAtomic : 0n) }
    }),
  )
}
