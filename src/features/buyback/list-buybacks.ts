import type { AtomicUnits } from '../../domain/brands.ts'
import type { Buyback, BuybackState } from '../../domain/buyback.ts'
import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LedgerCost } from '../../ports/storage/money/ledger.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'

/** A page of runs, what the ledger has of those that failed by their operations, and the totals of all runs. */
export interface BuybackList {
  readonly page: Page<Buyback>
  readonly costs: ReadonlyMap<string, LedgerCost>
  readonly counts: ReadonlyMap<BuybackState, number>
  readonly spentAtomic: AtomicUnits
}

/** Runs, newest first: all, or those in one state. What one cost that landed and was refused is known once the ledger has read it. */
export async function listBuybacks({ storage }: Pick<Deps, 'storage'>, page: PageRequest, state?: BuybackState): Promise<BuybackList> {
  const found = await storage.buybacks.list(page, state)
  const refused = found.rows.flatMap((run) => (run.state === 'failed' && run.operationId !== null ? [run.operationId] : []))
  return {
    page: found,
    costs: await storage.ledger.listCosts(refused),
    counts: await storage.buybacks.countByState(),
    spentAtomic: await storage.ledger.sumCost('buyback', PRICED_CURRENCY),
  }
}
