import type { UnixMs } from '../../domain/brands.ts'
import type { DaySpending, Purse, Spending, SpendingClass } from '../../domain/money/spending.ts'

/** The journal of what the operator's wallets spend. */
export interface SpendingRepo {
  /** Adds an entry; false when there is one of this id and purse already. */
  insert(spending: Spending): Promise<boolean>
  /** Puts what it did cost in the place of what it could. */
  settle(purse: Purse, id: string, amount: bigint): Promise<void>
  /** What entries since then amount to. */
  spent(purse: Purse, sinceMs: UnixMs, by?: { readonly spendingClass: SpendingClass; readonly caller: string }): Promise<DaySpending>
  /** Removes entries from before then; returns how many. */
  prune(beforeMs: UnixMs): Promise<number>
}
