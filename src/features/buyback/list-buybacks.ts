import type { AtomicUnits } from '../../domain/brands.ts'
import type { BoughtCoin, Buyback, BuybackState } from '../../domain/buyback.ts'
import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LedgerCost } from '../../ports/storage/money/ledger.ts'
import type { BuybackFilter } from '../../ports/storage/money/buybacks.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'

/** A page of runs, what the ledger has of those that failed by their operations, the totals of all runs, and what the treasury bought. */
export interface BuybackList {
  readonly page: Page<Buyback>
  readonly costs: ReadonlyMap<string, LedgerCost>
  readonly counts: ReadonlyMap<BuybackState, number>
  readonly spentAtomic: AtomicUnits
  readonly bought: readonly BoughtCoin[]
}

/** Runs, newest first: all, or some. What one cost that landed and was refused is known once the ledger has read it. */
export async function listBuybacks({ storage }: Pick<Deps, 'storage'>, page: PageRequest, of: BuybackFilter): Promise<BuybackList> {
  const found = await storage.buybacks.list(page, of)
  const refused = found.rows.flatMap((run) => (run.state === 'failed' && run.operationId !== null ? [run.operationId] : []))
  return {
    page: found,
    costs: await storage.ledger.listCosts(refused),
    counts: await storage.buybacks.countByState(),
    spentAtomic: await storage.ledger.sumCost('buyback', PRICED_CURRENCY),
    bought: await storage.buybacks.sumByCoin('treasury'),
  }
}
