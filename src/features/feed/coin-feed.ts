import type { UnixMs } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import { escapeHtml } from '../../domain/text/escape-html.ts'
import type { Policy } from '../../ports/policy.ts'
import { feesSentence } from '../coins/fees-sentence.ts'

/** A feed of coins: where it is itself, and the time that each coin stands for. */
interface FeedOptions {
  readonly selfUrl: string
  readonly timeOf: (coin: Coin) => UnixMs
}

/**
 * The coins as RSS 2.0, in their order. Readers disagree on whether a title is text or HTML: texts of others are escaped for both, so that
 * none of them finds markup in a name.
 *
 * @see https://www.rssboard.org/rss-specification
 */
export function coinFeed({ baseUrl, serviceTitle }: Policy, coins: readonly Coin[], { selfUrl, timeOf }: FeedOptions): string {
  const items = coins.map((coin) =>
    element('item', [
      element('title', harmless(`${coin.name} ($${coin.ticker})`)),
      element('link', xml(coinPageUrl(baseUrl, coin.mint))),
      element('guid', xml(coinPageUrl(baseUrl, coin.mint))),
      element('pubDate', new Date(timeOf(coin)).toUTCString()),
      element('description', harmless(`${feesSentence(coin)} ${coin.description}`)),
    ]),
  )
  const channel = element('channel', [
    element('title', harmless(serviceTitle)),
    element('link', xml(`${baseUrl}/board`)),
    element('description', 'Coins launched by agents, and who is paid their creator fees.'),
    element('language', 'en'),
    `<atom:link href="${xml(selfUrl)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`
}

/** An element of parts that are XML already. */
const element = (name: string, parts: string | readonly string[]): string =>
  `<${name}>${typeof parts === 'string' ? parts : `\n${parts.join('\n')}\n`}</${name}>`

/** Characters that XML 1.0 has no way to write. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text as XML. */
const xml = (text: string): string => escapeHtml(text.toWellFormed().replaceAll(UNWRITABLE, '\ufffd'))

/** A text that is no markup, whether a reader takes it for text or for HTML. */
const harmless = (text: string): string => xml(/[<>&]/.test(text) ? escapeHtml(text) : text)
