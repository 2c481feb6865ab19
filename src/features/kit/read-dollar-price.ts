import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { UsdMicros } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import type { DollarPrice } from '../../ports/prices.ts'

/** The newest price of the currency of a launchpad's fees; null where it has no price. */
export async function readDollarPrice(
  { launchpads, prices }: Pick<Deps, 'launchpads' | 'prices'>,
  platform: string,
): Promise<DollarPrice | null> {
  return launchpads.facts(platform).currency === PRICED_CURRENCY ? prices.dollarPrice() : null
}

/** A price fresh enough for decisions about this coin. @throws AppError price_not_available when there is none, or it is stale */
export async function freshDollarPrice(
  deps: Pick<Deps, 'launchpads' | 'prices'>,
  { platform, mint }: Pick<Coin, 'platform' | 'mint'>,
): Promise<UsdMicros> {
  const price = await readDollarPrice(deps, platform)
  if (!price || price.stale || price.usdMicros === 0n)
    throw new AppError('price_not_available', { asset: deps.launchpads.facts(platform).currency, mint })
  return price.usdMicros
}
