import type { Buyback, Buyer, BuybackState } from '../../../domain/buyback.ts'
import type { OperationId, UnixMs } from '../../../domain/brands.ts'
import type { Page, PageRequest } from '../page.ts'

/** Runs of all buyers. */
export interface BuybackRepo {
  /** Null when its buyer has a run of this due time already, or when the new one is under way and another of the buyer's is too. */
  insert(run: Buyback): Promise<Buyback | null>
  /** The buyer's run of this due time; null when there is none. */
  findByDue(buyer: Buyer, dueAtMs: UnixMs): Promise<Buyback | null>
  /** The buyer's run that is under way; there is at most one. */
  findUnderWay(buyer: Buyer): Promise<Buyback | null>
  /** The buyer's run with the latest due time. */
  findNewest(buyer: Buyer): Promise<Buyback | null>
  /** The buyer's latest runs, newest first. */
  listOf(buyer: Buyer, limit: number): Promise<readonly Buyback[]>
  /** Finishes the run of this operation, and adds it to the totals if it was executed; null when it was finished before. */
  finish(operationId: OperationId, change: Pick<Buyback, 'state' | 'failure' | 'receipt'>, nowMs: UnixMs): Promise<Buyback | null>
  /** Newest first; those in one state alone, where it is given. */
  list(page: PageRequest, state?: BuybackState): Promise<Page<Buyback>>
  /** How many runs there are in each state; states without any are left out. */
  countByState(): Promise<ReadonlyMap<BuybackState, number>>
}
