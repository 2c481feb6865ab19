import type { UnixMs } from '../../domain/brands.ts'
import { type Budget, fitsBudget, type Spending } from '../../domain/money/spending.ts'
import { dayStartMs } from '../../domain/limits/utc-day.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** A spending without its wallet and time. */
export type SpendingOrder = Pick<Spending, 'id' | 'spendingClass' | 'caller' | 'amountAtomic'>

/**
 * Records the spending if it fits into the budget; false when it does not, and nothing is written. A recorded spending counts whatever
 * happens on chain. Call it in the transaction that writes what is to be sent: it holds the budget's lock until that ends, so that
 * concurrent spendings cannot exceed the budget.
 *
 * @throws Error when a spending of this id is written already
 */
export async function spend(tx: Repos, budget: Budget, order: SpendingOrder, nowMs: UnixMs): Promise<boolean> {
  const { budgetName } = budget
  await tx.lock(`budget ${budgetName}`)
  if (!fitsBudget(budget, await tx.spending.spent(budgetName, dayStartMs(nowMs), order), order)) return false
  if (await tx.spending.insert({ ...order, budgetName, atMs: nowMs })) return true
  throw new Error(`the spending ${order.id} of ${budgetName} is written already`)
}
