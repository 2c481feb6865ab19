import type { UnixMs, UsdMicros } from '../domain/brands.ts'

/** Sources of prices; `none`: the operator configured none. */
export const PRICE_SOURCES = ['fixed', 'pyth', 'jupiter', 'none'] as const

/** One of PRICE_SOURCES. */
export type PriceSource = (typeof PRICE_SOURCES)[number]

/** What a whole unit of PRICED_CURRENCY costs in dollars. */
export interface DollarPrice {
  readonly usdMicros: UsdMicros
  readonly source: PriceSource
  /** The time of the price, by its source. */
  readonly atMs: UnixMs
  /** Older than OWN_LIMITS.priceStaleMs: shown as stale, and not used for decisions. */
  readonly stale: boolean
}

/** The price of PRICED_CURRENCY. A decision that needs it must be refused when there is none or it is stale. */
export interface Prices {
  readonly source: PriceSource
  /** The newest known price, fetched at most every OWN_LIMITS.priceCacheMs; null when none ever came. Never throws. */
  dollarPrice(): Promise<DollarPrice | null>
}
