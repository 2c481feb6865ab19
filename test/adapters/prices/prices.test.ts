import { afterEach, describe, expect, test } from 'bun:test'
import { createCachedPrices, type ReadQuote } from '../../../src/adapters/prices/cached-prices.ts'
import { createFixedPrices } from '../../../src/adapters/prices/fixed-prices.ts'
import { readHermesQuote } from '../../../src/adapters/prices/hermes-quote.ts'
import { readJupiterQuote } from '../../../src/adapters/prices/jupiter-quote.ts'
import { lamports, unixMs, usdMicros } from '../../../src/domain/brands.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { formatUsd, worthUsd, parseUsd, unitsWorth } from '../../../src/domain/money/usd.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { createOutsideWeb, type OutsideWeb } from '../../support/outside-web.ts'

const FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const SOL = 'So11111111111111111111111111111111111111112'
const url = 'https://public.test'
const published = 1_795_000_000

const hermesAnswer = (price: Record<string, unknown> = {}, id = FEED) => ({
  binary: { encoding: 'hex', data: ['00'] },
  parsed: [{ id, price: { price: '14748000000', conf: '8000000', expo: -8, publish_time: published, ...price } }],
})

let outside: OutsideWeb | null = null
afterEach(() => outside?.stop())

const answering = (answer: unknown, status = 200): OutsideWeb =>
  (outside = createOutsideWeb(() => new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status })))

const fromHermes = (answer: unknown, status?: number) =>
  readHermesQuote({ web: answering(answer, status).web, url, apiKey: new Secret('the-key-of-pyth') })()

const fromJupiter = (answer: unknown, status?: number) =>
  readJupiterQuote({ web: answering(answer, status).web, url, apiKey: new Secret('the-key-of-jupiter'), nowMs: () => unixMs(7) })()

describe('decision "Prices in dollars": dollars', () => {
  test('are counted in whole millionths, in both directions to the disadvantage of whoever asks', () => {
    const solUsd = usdMicros(147_480_000)
    expect(worthUsd(lamports(1), 'SOL', solUsd)).toBe(usdMicros(0))
    expect(worthUsd(lamports(1_000_000_000), 'SOL', solUsd)).toBe(solUsd)
    expect(unitsWorth(usdMicros(1), 'SOL', solUsd)).toBe(lamports(7))
    expect(worthUsd(unitsWorth(usdMicros(49_000_000), 'SOL', solUsd), 'SOL', solUsd)).toBeGreaterThanOrEqual(49_000_000n)
    expect([parseUsd('147.48'), parseUsd('0.0000019'), parseUsd('1e3'), parseUsd('-1'), parseUsd('')].map(String)).toEqual([
      '147480000',
      '1',
      'null',
      'null',
      'null',
    ])
    expect(formatUsd(usdMicros(147_480_000))).toBe('147.48')
  })
})

describe('decision "Prices in dollars": Pyth’s Hermes', () => {
  test('gives the price of its SOL feed in millionths, with the time of its publication; the key goes in a header', async () => {
    expect(await fromHermes(hermesAnswer())).toEqual({ usdMicros: usdMicros(147_480_000), atMs: unixMs(published * 1_000) })
    expect(outside!.headers[0]!.get('authorization')).toBe('Bearer the-key-of-pyth')
    expect(outside!.requests[0]).not.toContain('the-key-of-pyth')
  })

  test.each([
    ['another feed', hermesAnswer({}, '00'.repeat(32))],
    ['no feed', { parsed: [] }],
    ['null', null],
    ['no JSON', 'Welcome'],
    ['a price of zero', hermesAnswer({ price: '0' })],
    ['a negative price', hermesAnswer({ price: '-14748000000' })],
    ['a price as a float', hermesAnswer({ price: 147.48 })],
    ['an exponent out of range', hermesAnswer({ expo: 4 })],
    ['no time', hermesAnswer({ publish_time: undefined })],
    ['an interval of 3%', hermesAnswer({ conf: '442440000' })],
    ['a price that rounds to nothing', hermesAnswer({ price: '1', conf: '0', expo: -18 })],
  ])('is not believed with %s', async (_case, answer) => {
    await expect(fromHermes(answer)).rejects.toThrow()
  })

  test('a refusal is an error that repeats neither key nor answer', async () => {
    const error = await fromHermes('the-key-of-pyth is wrong', 401).catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('Error: HTTP 401')
  })
})

describe('decision "Prices in dollars": Jupiter’s price', () => {
  test('is that of wrapped SOL, at the time of the answer', async () => {
    const answer = { [SOL]: { usdPrice: 147.4789340738336, blockId: 348_004_023, decimals: 9 } }
    expect(await fromJupiter(answer)).toEqual({ usdMicros: usdMicros(147_478_934), atMs: unixMs(7) })
    expect(outside!.headers[0]!.get('x-api-key')).toBe('the-key-of-jupiter')
  })

  test.each([
    ['nothing of SOL', {}],
    ['null', { [SOL]: null }],
    ['a text', { [SOL]: { usdPrice: '147' } }],
    ['zero', { [SOL]: { usdPrice: 0 } }],
    ['a negative number', { [SOL]: { usdPrice: -147 } }],
    ['a number out of range', { [SOL]: { usdPrice: 1e30 } }],
  ])('is not believed with %s', async (_case, answer) => {
    await expect(fromJupiter(answer)).rejects.toThrow()
  })
})

describe('decision "Prices in dollars": prices', () => {
  function scene(read: ReadQuote) {
    const clock = createManualClock()
    const lines: string[] = []
    const log = createLogger({ level: 'debug', nowMs: clock.nowMs, write: (line) => lines.push(line) })
    return { clock, lines, prices: createCachedPrices({ source: 'pyth', read, nowMs: clock.nowMs, log }) }
  }

  test('any number of callers ask once, and again when the price has been used for its time', async () => {
    let asked = 0
    const { clock, prices } = scene(async () => ({ usdMicros: usdMicros((asked += 1)), atMs: clock.nowMs() }))
    const all = await Promise.all(Array.from({ length: 50 }, () => prices.dollarPrice()))
    expect(asked).toBe(1)
    expect(new Set(all.map((price) => price!.usdMicros)).size).toBe(1)
    await clock.advance(OWN_LIMITS.priceCacheMs - 1)
    expect((await prices.dollarPrice())!.usdMicros).toBe(usdMicros(1))
    await clock.advance(1)
    expect((await prices.dollarPrice())!.usdMicros).toBe(usdMicros(2))
  })

  test('a source that fails leaves the last price, which says that it is stale once it is too old', async () => {
    let fails = false
    const { clock, lines, prices } = scene(async () => {
      if (fails) throw new Error('dark')
      return { usdMicros: usdMicros(150_000_000), atMs: clock.nowMs() }
    })
    const first = await prices.dollarPrice()
    expect(first).toMatchObject({ stale: false, source: 'pyth' })
    fails = true
    await clock.advance(OWN_LIMITS.priceStaleMs)
    expect(await prices.dollarPrice()).toEqual(first)
    await clock.advance(1)
    expect(await prices.dollarPrice()).toEqual({ ...first!, stale: true })
    expect(lines.some((line) => line.includes('no price from the source'))).toBe(true)
    fails = false
    await clock.advance(10_000)
    expect(await prices.dollarPrice()).toMatchObject({ stale: false, atMs: clock.nowMs() })
  })

  test('a source that repeats an old price is stale, one from the future is none, and one that never answered is none', async () => {
    const old = scene(async () => ({ usdMicros: usdMicros(1), atMs: unixMs(1) }))
    expect(await old.prices.dollarPrice()).toMatchObject({ stale: true, atMs: unixMs(1) })
    const future = scene(async () => ({ usdMicros: usdMicros(1), atMs: unixMs(8e15) }))
    expect(await future.prices.dollarPrice()).toBeNull()
    const dark = scene(() => Promise.reject(new Error('dark')))
    expect(await dark.prices.dollarPrice()).toBeNull()
  })

  test('a fixed price is never stale', async () => {
    const clock = createManualClock()
    const prices = createFixedPrices({ usdMicros: usdMicros(150_000_000), nowMs: clock.nowMs })
    await clock.advance(365 * 24 * 3_600_000)
    expect(await prices.dollarPrice()).toEqual({ usdMicros: usdMicros(150_000_000), source: 'fixed', atMs: clock.nowMs(), stale: false })
  })
})
