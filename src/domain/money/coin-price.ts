import { type AtomicUnits, atomicUnits, type Bps, bps, type TokenMicros } from '../brands.ts'
import { type Currency, CURRENCY_DECIMALS, decimalText } from './currency.ts'

/** What a coin costs: `quoteAtomic` for `tokens`, before the fees of a trade. */
export interface CoinPrice {
  readonly quoteAtomic: AtomicUnits
  readonly tokenMicros: TokenMicros
  /** All there is of it. */
  readonly supplyTokenMicros: TokenMicros
}

/** Decimals of every coin's tokens. */
export const TOKEN_DECIMALS = 6
/** Decimals of a price beyond those of its currency: one coin of a thousand million costs much less than its smallest unit. */
const PRICE_DECIMALS_MORE = 9

/** The price of one whole coin in whole units of the currency, as decimal text, rounded down. */
export function coinPriceText({ quoteAtomic, tokenMicros }: Pick<CoinPrice, 'quoteAtomic' | 'tokenMicros'>, currency: Currency): string {
  const decimals = CURRENCY_DECIMALS[currency] + PRICE_DECIMALS_MORE
  return decimalText((quoteAtomic * 10n ** BigInt(TOKEN_DECIMALS + PRICE_DECIMALS_MORE)) / tokenMicros, decimals)
}

/** What all of the coin comes to at its price. */
export const marketCap = ({ quoteAtomic, tokenMicros, supplyTokenMicros }: CoinPrice): AtomicUnits =>
  atomicUnits((quoteAtomic * supplyTokenMicros) / tokenMicros)

/** The share of all tokens that is sold, in basis points rounded down; all of it where there are none. */
export function soldBps(unsoldTokenMicros: TokenMicros, allTokenMicros: TokenMicros): Bps {
  const leftTokenMicros = unsoldTokenMicros < allTokenMicros ? unsoldTokenMicros : allTokenMicros
  return bps(allTokenMicros === 0n ? 10_000 : Number(((allTokenMicros - leftTokenMicros) * 10_000n) / allTokenMicros))
}
