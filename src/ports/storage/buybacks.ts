import type { Buyback } from '../../domain/buyback.ts'
import type { OperationId, UnixMs } from '../../domain/brands.ts'
import type { Page, PageRequest } from './page.ts'

/** Every run of the buyback. */
export interface BuybackRepo {
  /** Null when the clock's time has its run already, or when the new one is under way and another is too. */
  insert(run: Buyback): Promise<Buyback | null>
  /** The run of this time of the clock; null when there is none. */
  findByDue(dueAtMs: UnixMs): Promise<Buyback | null>
  /** The run that is under way: one at most. */
  findUnderWay(): Promise<Buyback | null>
  /** The newest by the clock. */
  findNewest(): Promise<Buyback | null>
  /** Ends the run of this operation, and counts it when it was executed; null when it was ended before. */
  finish(operationId: OperationId, change: Pick<Buyback, 'state' | 'failure' | 'receipt'>, nowMs: UnixMs): Promise<Buyback | null>
  /** Newest first. */
  list(page: PageRequest): Promise<Page<Buyback>>
}
