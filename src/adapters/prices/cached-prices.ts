import { type UnixMs, type UsdMicros, unixMs } from '../../domain/brands.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Prices, PriceSource } from '../../ports/prices.ts'

/** A price as its source reports it. */
export interface PriceQuote {
  readonly usdMicros: UsdMicros
  readonly atMs: UnixMs
}

/** Asks a source once. Rejects when nothing acceptable came. */
export type ReadQuote = () => Promise<PriceQuote>

/** How long a source is not asked after a failure. */
const RETRY_MS = 10_000
/** A price with a timestamp further in the future is refused, since it would never become stale. */
const FUTURE_MS_MAX = 60_000

/**
 * The newest price of a source that is asked rarely: concurrent callers share one request, and while it fails they get the last price,
 * stale or not.
 */
export function createCachedPrices({
  source,
  read,
  nowMs,
  log,
}: {
  source: PriceSource
  read: ReadQuote
  nowMs: () => UnixMs
  log: Logger
}): Prices {
  let known: PriceQuote | null = null
  let askAgainMs = unixMs(0)
  let asking: Promise<void> | null = null

  const ask = async (): Promise<void> => {
    try {
      const quote = await read()
      if (quote.atMs > nowMs() + FUTURE_MS_MAX) throw new Error(`the price is from the future: ${quote.atMs}`)
      if (known === null || quote.atMs >= known.atMs) known = quote
      askAgainMs = unixMs(nowMs() + OWN_LIMITS.priceCacheMs)
    } catch (error) {
      askAgainMs = unixMs(nowMs() + RETRY_MS)
      log.warn('no price from the source', { source, error })
    }
  }

  return {
    source,
    async dollarPrice() {
      if (nowMs() >= askAgainMs) await (asking ??= ask().finally(() => (asking = null)))
      return known && { ...known, source, stale: nowMs() - known.atMs > OWN_LIMITS.priceStaleMs }
    },
  }
}
