import { type AtomicUnits, atomicUnits, type Bps, bps, type TokenMicros } from '../brands.ts'
import { type Currency, CURRENCY_DECIMALS, decimalText } from './currency.ts'

/** What a coin costs: `quoteAtomic` for `tokens`, before the fees of a trade. */
export interface CoinPrice {
  readonly quoteAtomic: AtomicUnits
  readonly tokens: TokenMicros
  /** All there is of it. */
  readonly supplyTokens: TokenMicros
}

const TOKEN_DECIMALS = 6
/** Decimals of a price beyond those of its currency: one coin of a thousand million costs much less than its smallest unit. */
const PRICE_DECIMALS_MORE = 9

/** The price of one whole coin in whole units of the currency, as decimal text, rounded down. */
export function coinPriceText({ quoteAtomic, tokens }: CoinPrice, currency: Currency): string {
  const decimals = CURRENCY_DECIMALS[currency] + PRICE_DECIMALS_MORE
  return decimalText((quoteAtomic * 10n ** BigInt(TOKEN_DECIMALS + PRICE_DECIMALS_MORE)) / tokens, decimals)
}

/** What all of the coin comes to at its price. */
export const marketCap = ({ quoteAtomic, tokens, supplyTokens }: CoinPrice): AtomicUnits =>
  atomicUnits((quoteAtomic * supplyTokens) / tokens)

/** The part that is sold of so many. */
export function soldBps(unsoldTokens: TokenMicros, allTokens: TokenMicros): Bps {
  const left = unsoldTokens < allTokens ? unsoldTokens : allTokens
  return bps(allTokens === 0n ? 10_000 : Number(((allTokens - left) * 10_000n) / allTokens))
}
