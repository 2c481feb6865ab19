import type { UnixMs, UsdMicros } from '../../domain/brands.ts'
import type { Prices } from '../../ports/prices.ts'

/** A constant price that is never stale: simulated mode. */
export const createFixedPrices = ({ usdMicros, nowMs }: { usdMicros: UsdMicros; nowMs: () => UnixMs }): Prices => ({
  source: 'fixed',
  dollarPrice: async () => ({ usdMicros, source: 'fixed', atMs: nowMs(), stale: false }),
})

/** No price: the operator configured no source. */
export const noPrices: Prices = { source: 'none', dollarPrice: async () => null }
