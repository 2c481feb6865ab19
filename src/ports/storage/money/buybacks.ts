import type { BoughtCoin, Buyback, BUYERS, Buyer, BuybackState } from '../../../domain/buyback.ts'
import type { Mint, OperationId, UnixMs } from '../../../domain/brands.ts'
import type { Page, PageRequest } from '../page.ts'

/** A buyer, and a coin that it buys; null stands for a run without a coin. */
export type BuyerCoin = Pick<Buyback, 'buyer' | 'mint'>

/** Which runs are listed. */
export interface BuybackFilter {
  readonly state?: BuybackState | undefined
  readonly by?: (typeof BUYERS)[number] | undefined
}

/** Runs of all buyers. */
export interface BuybackRepo {
  /** Null when its buyer has a run of this coin and due time already, or when the new one is under way and another of them is too. */
  insert(run: Buyback): Promise<Buyback | null>
  /** The buyer's run of this coin and due time; null when there is none. */
  findByDue(of: BuyerCoin, dueAtMs: UnixMs): Promise<Buyback | null>
  /** The buyer's run of this coin that is under way; there is at most one. */
  findUnderWay(of: BuyerCoin): Promise<Buyback | null>
  /** The buyer's run with the latest due time. */
  findNewest(buyer: Buyer): Promise<Buyback | null>
  /** The buyer's latest runs, newest first; those of one coin alone, where it is given. */
  listOf(buyer: Buyer, limit: number, mint?: Mint | null): Promise<readonly Buyback[]>
  /** What the buyer bought of each coin in all, the coins by their mints. */
  sumByCoin(buyer: Buyer): Promise<readonly BoughtCoin[]>
  /** Finishes the run of this operation, and adds it to the totals and sums if it was executed; null when it was finished before. */
  finish(operationId: OperationId, change: Pick<Buyback, 'state' | 'failure' | 'receipt'>, nowMs: UnixMs): Promise<Buyback | null>
  /** Newest first; those in one state, and of one kind of buyer, alone where they are given. */
  list(page: PageRequest, of?: BuybackFilter): Promise<Page<Buyback>>
  /** How many runs there are in each state; states without any are left out. */
  countByState(): Promise<ReadonlyMap<BuybackState, number>>
}
