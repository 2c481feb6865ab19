import { unixMs, usdMicros } from '../../domain/brands.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Web } from '../../ports/outbound/web.ts'
import type { ReadQuote } from './cached-prices.ts'
import { readJson } from '../outbound/read-json.ts'

/** Pyth's feed of Crypto.SOL/USD. @see https://docs.pyth.network/price-feeds/core/price-feeds */
const SOL_USD_FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'

/** A price whose confidence interval exceeds this part of it is refused: its publishers disagree. */
const CONFIDENCE_BPS_MAX = 200n
const MICRO_DECIMALS = 6

interface ParsedFeed {
  readonly id?: unknown
  readonly price?: { readonly price?: unknown; readonly conf?: unknown; readonly expo?: unknown; readonly publish_time?: unknown }
}

/**
 * Asks Pyth's Hermes, which has required an API key since August 2026.
 *
 * @throws Error when the answer has no price, or one that is below a millionth or too uncertain
 * @see https://docs.pyth.network/price-feeds/core/fetch-price-updates GET /v2/updates/price/latest
 */
export const readHermesQuote =
  ({ web, url, apiKey }: { web: Web; url: string; apiKey: Secret<string> | null }): ReadQuote =>
  async () => {
    const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey.reveal()}` }
    const answer = await readJson(web, `${url}/v2/updates/price/latest?ids%5B%5D=${SOL_USD_FEED}&parsed=true&encoding=hex`, headers)
    const found = (answer as { parsed?: unknown } | null)?.parsed
    const feed = (Array.isArray(found) ? (found as ParsedFeed[]) : []).find((entry) => entry?.id === SOL_USD_FEED)
    const { price, conf, expo, publish_time: publishedSec } = feed?.price ?? {}
    if (!isDigits(price) || !isDigits(conf) || !isWithin(expo, -18, 0) || !isWithin(publishedSec, 1, 1e11)) {
      throw new Error('the answer has no price of SOL')
    }
    // Both in units of 10^expo dollars.
    const [priceUnits, confidenceUnits] = [BigInt(price), BigInt(conf)]
    if (priceUnits === 0n || confidenceUnits * 10_000n > priceUnits * CONFIDENCE_BPS_MAX) throw new Error('the price is too uncertain')
    const shift = MICRO_DECIMALS + expo
    const priceUsdMicros = shift >= 0 ? priceUnits * 10n ** BigInt(shift) : priceUnits / 10n ** BigInt(-shift)
    if (priceUsdMicros === 0n) throw new Error('the price is below a millionth of a dollar')
    return { usdMicros: usdMicros(priceUsdMicros), atMs: unixMs(publishedSec * 1_000) }
  }

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d{1,20}$/.test(value)

const isWithin = (value: unknown, from: number, to: number): value is number =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to
