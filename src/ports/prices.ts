import type { UnixMs, UsdMicros } from '../domain/brands.ts'

/** Where prices come from; `none`: the operator named no source. */
export const PRICE_SOURCES = ['fixed', 'pyth', 'jupiter', 'none'] as const

/** One of PRICE_SOURCES. */
export type PriceSource = (typeof PRICE_SOURCES)[number]

/** What one SOL is worth, in millionths of a dollar. */
export interface SolPrice {
  readonly usdMicros: UsdMicros
  readonly source: PriceSource
  /** When the source says that this was the price. */
  readonly atMs: UnixMs
  /** Older than LIMITS.priceStaleMs: to be shown as such, and to decide nothing. */
  readonly stale: boolean
}

/** The price of SOL. Whoever decides by it must refuse when there is none or it is stale, and say so. */
export interface Prices {
  readonly source: PriceSource
  /** The newest price known, asked for anew at most every LIMITS.priceCacheMs; null when none ever came. Never throws. */
  solPrice(): Promise<SolPrice | null>
}
