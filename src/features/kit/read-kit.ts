import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { atomicUnits, type Mint } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import { type KitBudget, kitBudget, type KitItemState, kitOf } from '../../domain/kit/kit.ts'
import type { Deps } from '../../ports/deps.ts'
import type { DollarPrice } from '../../ports/prices.ts'
import { type Accrued, accruedWithoutChain } from './read-accrued.ts'
import { readDollarPrice } from './read-dollar-price.ts'

/** A coin's kit, and why it may show less than there is. */
export interface Kit {
  readonly coin: Coin
  readonly budget: KitBudget
  readonly price: DollarPrice | null
  readonly items: readonly KitItemState[]
  readonly warnings: readonly string[]
}

/**
 * What the treasury's share of a coin's fees pays for now. Without an answer of the chain the waiting fees do not count, and with a stale
 * price nothing unlocks, so that the kit never shows too much.
 *
 * @see rules 3.3, 4.3
 */
export async function readKit(
  deps: Pick<Deps, 'storage' | 'launchpads' | 'prices' | 'log'>,
  mint: Mint,
  accruedOf: (mint: Mint) => Promise<Accrued | null>,
): Promise<Kit> {
  const { storage } = deps
  const coin = await storage.coins.find(mint)
  if (!coin) throw new AppError('coin_not_found')
  const { currency: asset, graduates } = deps.launchpads.facts(coin.platform)
  // Fees in another currency have no price here, and do not count.
  const none = Promise.resolve({ coin, accruedAtomic: atomicUnits(0) })
  const [accrued, price, held, jobs] = await Promise.all([
    (asset === PRICED_CURRENCY ? accruedOf(mint) : none).catch((error: unknown) => {
      deps.log.warn('kit without the chain', { mint, error })
      return null
    }),
    readDollarPrice(deps, coin.platform),
    storage.jobs.budget(mint),
    storage.jobs.listForKit(mint),
  ])
  const budget = kitBudget(accrued?.accruedAtomic ?? accruedWithoutChain(coin), held)
  const freshUsdMicros = price && !price.stale && price.usdMicros > 0n ? price.usdMicros : null
  const items = kitOf({
    budget,
    currencyUsdMicros: freshUsdMicros,
    graduates,
    graduated: coin.graduatedAtMs !== null,
    featured: coin.featuredAtMs !== null,
    jobs,
  })
  const warnings = [
    ...(coin.feeShareLocked ? [] : ['The fees of this coin are not locked, so nothing accrues to the treasury yet.']),
    ...(accrued ? [] : ['The chain does not answer: fees that wait to be distributed are not counted.']),
    ...(asset === PRICED_CURRENCY ? [] : [`The fees of this coin are in ${asset}, which has no price here: nothing unlocks.`]),
    ...(asset === PRICED_CURRENCY && price === null ? [`There is no price of ${asset} here: nothing that costs anything unlocks.`] : []),
    ...(price?.stale ? [`The price of ${asset} is stale: nothing that costs anything unlocks.`] : []),
  ]
  return { coin, budget, price, items, warnings }
}
