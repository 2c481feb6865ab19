import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createCachedPrices } from '../../src/adapters/prices/cached-prices.ts'
import { createFixedPrices, noPrices } from '../../src/adapters/prices/fixed-prices.ts'
import { readHermesQuote } from '../../src/adapters/prices/hermes-quote.ts'
import { readJupiterQuote } from '../../src/adapters/prices/jupiter-quote.ts'
import { usdMicros } from '../../src/domain/brands.ts'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Prices, PriceSource } from '../../src/ports/prices.ts'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'
import { createOutsideWeb } from '../support/outside-web.ts'

const FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const SOL = 'So11111111111111111111111111111111111111112'

/** A source of prices to be examined. */
interface PricesHarness {
  readonly prices: Prices
  readonly clock: ManualClock
  /** What the other side answers from now on; null where there is no other side. */
  readonly outside: { answer: 'price' | 'error' | 'nonsense'; readonly asked: () => number } | null
  close(): void
}

/** The suite that every source of prices must pass. @see ports/prices.ts */
function pricesContract(source: PriceSource, create: () => PricesHarness): void {
  describe(`decision "Prices in dollars": prices contract: ${source}`, () => {
    let harness: PricesHarness
    let prices: Prices
    beforeEach(() => {
      harness = create()
      prices = harness.prices
    })
    afterEach(() => harness.close())

    test('says what it is, and so does each price; a new price is above nothing, of no later than now, and not stale', async () => {
      expect(prices.source).toBe(source)
      const price = await prices.dollarPrice()
      if (source === 'none') return expect(price).toBeNull()
      expect(price).toMatchObject({ source, stale: false })
      expect(price!.usdMicros).toBeGreaterThan(0n)
      expect(price!.atMs).toBeLessThanOrEqual(harness.clock.nowMs())
    })

    test('any number of callers at once, and whoever comes within its time, are told the same; the other side is asked once', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => prices.dollarPrice()))
      await harness.clock.advance(OWN_LIMITS.priceCacheMs - 1)
      const worth = new Set([...all, await prices.dollarPrice()].map((price) => price?.usdMicros ?? null))
      expect(worth.size).toBe(1)
      if (harness.outside) expect(harness.outside.asked()).toBe(1)
    })

    test.each(['error', 'nonsense'] as const)(
      'an other side that answers with %s: no price where none ever came, else the last one, which grows stale and comes back',
      async (fault) => {
        const { outside, clock } = harness
        if (!outside) return
        outside.answer = fault
        expect(await prices.dollarPrice()).toBeNull()
        outside.answer = 'price'
        await clock.advance(OWN_LIMITS.priceCacheMs)
        const last = await prices.dollarPrice()
        expect(last).toMatchObject({ stale: false })
        outside.answer = fault
        await clock.advance(OWN_LIMITS.priceStaleMs + 1)
        expect(await prices.dollarPrice()).toEqual({ ...last!, stale: true })
        outside.answer = 'price'
        await clock.advance(OWN_LIMITS.priceCacheMs)
        expect(await prices.dollarPrice()).toMatchObject({ stale: false, usdMicros: last!.usdMicros })
      },
    )
  })
}

/** A source on the web: a server of loopback, behind the guarded fetch, that answers as the source documents. */
function ofTheWeb(source: 'pyth' | 'jupiter'): PricesHarness {
  const clock = createManualClock()
  const web = createOutsideWeb(() => {
    if (outside.answer === 'error') return new Response('out of order', { status: 503 })
    if (outside.answer === 'nonsense') return Response.json({ parsed: [{ id: FEED }], [SOL]: { usdPrice: -1 } })
    const published = Math.floor(clock.nowMs() / 1_000)
    const price = { price: '14748000000', conf: '8000000', expo: -8, publish_time: published }
    return Response.json(source === 'pyth' ? { parsed: [{ id: FEED, price }] } : { [SOL]: { usdPrice: 147.48 } })
  })
  const outside = { answer: 'price' as 'price' | 'error' | 'nonsense', asked: () => web.requests.length }
  const options = { web: web.web, url: 'https://public.test', apiKey: new Secret('a key'), nowMs: clock.nowMs }
  const read = source === 'pyth' ? readHermesQuote(options) : readJupiterQuote(options)
  const log = createLogger({ level: 'silent', nowMs: clock.nowMs, write: () => {} })
  return { prices: createCachedPrices({ source, read, nowMs: clock.nowMs, log }), clock, outside, close: () => web.stop() }
}

const alone = (pricesAt: (clock: ManualClock) => Prices): PricesHarness => {
  const clock = createManualClock()
  return { prices: pricesAt(clock), clock, outside: null, close: () => {} }
}

pricesContract('fixed', () => alone(({ nowMs }) => createFixedPrices({ usdMicros: usdMicros(150_000_000), nowMs })))
pricesContract('none', () => alone(() => noPrices))
pricesContract('pyth', () => ofTheWeb('pyth'))
pricesContract('jupiter', () => ofTheWeb('jupiter'))
