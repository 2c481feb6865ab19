import type { AtomicUnits } from '../../domain/brands.ts'
import type { Spending } from '../../domain/money/spending.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Replaces a reserved maximum by the actual cost, in the transaction that finishes the work. Without an entry (nothing was spent, or its
 * day was pruned) there is nothing to correct, and where another transaction corrected it meanwhile, that correction stays. Returns the
 * entry that this wrote, or null.
 */
export async function correctSpending(
  { spending }: Pick<Repos, 'spending'>,
  { budgetName, id }: Pick<Spending, 'budgetName' | 'id'>,
  amountAtomic: AtomicUnits,
): Promise<Spending | null> {
  const entry = await spending.find(budgetName, id)
  return entry && spending.correct(entry, amountAtomic)
}
