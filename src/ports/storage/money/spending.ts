import type { AtomicUnits, UnixMs } from '../../../domain/brands.ts'
import type { DaySpending, Spending, SpendingAmount, SpendingClass, SpendingOf, SpendingOutcome } from '../../../domain/money/spending.ts'

/** The spending log of the operator's wallets. */
export interface SpendingRepo {
  /** Adds an entry; false when the budget has one with this id already. */
  insert(spending: Spending): Promise<boolean>
  /** Null when the budget has none of this id. */
  find(budgetName: SpendingOf, id: string): Promise<Spending | null>
  /**
   * Replaces the reserved maximum by the actual cost, records the outcome where one is told, and returns the entry after that. Null, with
   * nothing changed, when the entry no longer has the amount of `from`, or does not exist.
   */
  correct(from: SpendingAmount, amountAtomic: AtomicUnits, outcome?: Exclude<SpendingOutcome, 'open'>): Promise<Spending | null>
  /** Entries of a caller since then that are not known as settled, newest first, 1,000 at most. */
  listUnsettled(
    budgetName: SpendingOf,
    caller: string,
    sinceMs: UnixMs,
  ): Promise<readonly { readonly outcome: SpendingOutcome; readonly atMs: UnixMs }[]>
  /** The sum of what failed since then, without that of newcomers. */
  failed(budgetName: SpendingOf, sinceMs: UnixMs): Promise<AtomicUnits>
  /** Sums of the entries since then. */
  spent(
    budgetName: SpendingOf,
    sinceMs: UnixMs,
    by?: { readonly spendingClass: SpendingClass; readonly caller: string },
  ): Promise<DaySpending>
  /** Deletes at most `limit` entries from before then, oldest first; returns how many. */
  prune(beforeMs: UnixMs, limit: number): Promise<number>
}
