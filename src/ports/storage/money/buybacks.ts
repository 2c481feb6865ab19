import type { Buyback, BuybackState } from '../../../domain/buyback.ts'
import type { OperationId, UnixMs } from '../../../domain/brands.ts'
import type { Page, PageRequest } from '../page.ts'

/** Runs of the buyback. */
export interface BuybackRepo {
  /** Null when this due time has a run already, or when the new one is under way and another is too. */
  insert(run: Buyback): Promise<Buyback | null>
  /** The run of this due time; null when there is none. */
  findByDue(dueAtMs: UnixMs): Promise<Buyback | null>
  /** The run that is under way; there is at most one. */
  findUnderWay(): Promise<Buyback | null>
  /** The run with the latest due time. */
  findNewest(): Promise<Buyback | null>
  /** Finishes the run of this operation, and adds it to the totals if it was executed; null when it was finished before. */
  finish(operationId: OperationId, change: Pick<Buyback, 'state' | 'failure' | 'receipt'>, nowMs: UnixMs): Promise<Buyback | null>
  /** Newest first; those in one state alone, where it is given. */
  list(page: PageRequest, state?: BuybackState): Promise<Page<Buyback>>
  /** How many runs there are in each state; states without any are left out. */
  countByState(): Promise<ReadonlyMap<BuybackState, number>>
}
