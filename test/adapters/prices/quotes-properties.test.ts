import { describe, expect, test } from 'bun:test'
import { readHermesQuote } from '../../../src/adapters/prices/hermes-quote.ts'
import { readJupiterQuote } from '../../../src/adapters/prices/jupiter-quote.ts'
import type { ReadQuote } from '../../../src/adapters/prices/cached-prices.ts'
import { unixMs } from '../../../src/domain/brands.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { changedJson, jsonOf, PROPERTY_INPUTS } from '../../support/property.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { stubWeb } from '../../support/stub-web.ts'

const HERMES = {
  parsed: [
    {
      id: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
      price: { price: '15000000000', conf: '1000000', expo: -8, publish_time: 1_700_000_000 },
    },
  ],
}
const JUPITER = { So11111111111111111111111111111111111111112: { usdPrice: 150.25 } }

/** A source that answers what the test says. */
let answer: unknown
const web = stubWeb({
  get: async () => ({ status: 200, contentType: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(answer)) }),
})

describe('decision "Prices in dollars": what price sources answer', () => {
  test.each<[string, unknown, ReadQuote]>([
    ['Hermes', HERMES, readHermesQuote({ web, url: 'https://hermes.test', apiKey: null })],
    ['Jupiter', JUPITER, readJupiterQuote({ web, url: 'https://jupiter.test', apiKey: new Secret('key'), nowMs: () => unixMs(1) })],
  ])(
    '%s: any JSON is no price, or one above nothing with a time',
    async (_name, sample, read) => {
      const random = createSeededRandom(9)
      let prices = 0
      for (let number = 0; number < PROPERTY_INPUTS; number += 1) {
        answer = random.below(10) === 0 ? jsonOf(random) : changedJson(random, sample)
        const quote = await read().catch((error: unknown) => error)
        if (quote instanceof Error) continue
        const { usdMicros, atMs } = quote as { usdMicros: unknown; atMs: unknown }
        const sound = typeof usdMicros === 'bigint' && usdMicros > 0n && Number.isSafeInteger(atMs)
        if (!sound) throw new Error(`input ${number} ${JSON.stringify(answer)}: ${Bun.inspect(quote)}`)
        prices += 1
      }
      expect(prices).toBeGreaterThan(0)
    },
    60_000,
  )
})
