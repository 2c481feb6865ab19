import type { UnixMs } from '../../domain/brands.ts'
import type { DaySpending, Spending, SpendingClass, SpendingOf } from '../../domain/money/spending.ts'

/** The journal of what the operator's wallets spend. */
export interface SpendingRepo {
  /** Adds an entry; false when the budget has one of this id already. */
  insert(spending: Spending): Promise<boolean>
  /** Puts what it did cost in the place of what it could. */
  correct(budgetName: SpendingOf, id: string, amount: bigint): Promise<void>
  /** What entries since then amount to. */
  spent(
    budgetName: SpendingOf,
    sinceMs: UnixMs,
    by?: { readonly spendingClass: SpendingClass; readonly caller: string },
  ): Promise<DaySpending>
  /** Removes entries from before then; returns how many. */
  prune(beforeMs: UnixMs): Promise<number>
}
