import type { Budget } from '../../domain/money/spending.ts'
import type { Policy } from '../../ports/deps.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { allBudgets } from './budgets-of.ts'
import { dayStartMs } from './spend.ts'

/** A wallet's budget as today has it. */
export interface BudgetReading {
  readonly budget: Budget
  readonly spentAtomic: bigint
  /** Nothing, and never less, when what was spent before a budget was lowered is above it. */
  readonly leftAtomic: bigint
}

/** What each wallet has spent today (UTC), and what its budget has left; a wallet that has no budget here is left out. */
export async function readBudgets(
  policy: Policy,
  { spending }: Pick<Repos, 'spending'>,
  clock: Pick<Clock, 'nowMs' | 'machineMs'>,
): Promise<readonly BudgetReading[]> {
  const inUse = allBudgets(policy).filter(({ budgetName }) => policy.budgetsInUse.includes(budgetName))
  return Promise.all(
    inUse.map(async (budget) => {
      // Gas for payments is real whatever a simulated clock says.
      const nowMs = budget.budgetName === 'facilitator' ? clock.machineMs() : clock.nowMs()
      const { allAtomic: spentAtomic } = await spending.spent(budget.budgetName, dayStartMs(nowMs))
      return { budget, spentAtomic, leftAtomic: spentAtomic < budget.dailyAtomic ? budget.dailyAtomic - spentAtomic : 0n }
    }),
  )
}
