import type { UnixMs } from '../../domain/brands.ts'
import { parseUsd } from '../../domain/money/usd.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Web } from '../../ports/outbound/web.ts'
import type { ReadQuote } from './cached-prices.ts'
import { readJson } from '../outbound/read-json.ts'

/** Jupiter's API, for prices and routes. */
export const JUPITER_URL = 'https://api.jup.ag'

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/**
 * Asks Jupiter's price API, which gives no timestamp: the price is dated at its arrival.
 *
 * @throws Error when the answer has no price above zero
 * @see https://developers.jup.ag/docs/api-reference/price GET /price/v3
 */
export const readJupiterQuote =
  ({ web, url, apiKey, nowMs }: { web: Web; url: string; apiKey: Secret<string>; nowMs: () => UnixMs }): ReadQuote =>
  async () => {
    const answer = await readJson(web, `${url}/price/v3?ids=${WRAPPED_SOL}`, { 'x-api-key': apiKey.reveal() })
    const price = (answer as Record<string, { usdPrice?: unknown } | null> | null)?.[WRAPPED_SOL]?.usdPrice
    // A JSON number has at least 15 exact digits: more than a price in millionths needs.
    const priceUsdMicros = typeof price === 'number' ? parseUsd(String(price)) : null
    if (priceUsdMicros === null || priceUsdMicros === 0n) throw new Error('the answer has no price of SOL')
    return { usdMicros: priceUsdMicros, atMs: nowMs() }
  }
