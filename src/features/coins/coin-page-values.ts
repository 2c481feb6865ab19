import type { Coin } from '../../domain/coin.ts'
import { feesWarning } from '../../domain/results/fees-warning.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { feesSentence } from './fees-sentence.ts'

/** Characters of a summary: what previews of a link show; and of a picture's description, of which X takes no more. */
const SUMMARY_CHARACTERS_MAX = 200
const PICTURE_TEXT_CHARACTERS_MAX = 420

/** One transparent pixel. */
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

/** What the HTML of a coin's page says of it, for previews of links and for readers without scripts. */
export function coinPageValues(
  { policy: { baseUrl }, launchpads }: Pick<Deps, 'policy' | 'launchpads'>,
  coin: Coin,
): Record<string, string> {
  const fees = feesSentence(coin)
  return {
    PAGE_TITLE: `${coin.name} ($${coin.ticker})`,
    PAGE_URL: coinPageUrl(baseUrl, coin.mint),
    // Crawlers keep a picture under its address for days: a coin whose fees are locked has another one.
    CARD_URL: `${coinPageUrl(baseUrl, coin.mint)}/card.png?${coin.feeShareLocked ? 'locked' : 'open'}`,
    CARD_TEXT: shortened(`${coin.name} ($${coin.ticker}). ${fees}`, PICTURE_TEXT_CHARACTERS_MAX),
    CARD_WIDTH: String(OWN_LIMITS.cardWidthPx),
    CARD_HEIGHT: String(OWN_LIMITS.cardHeightPx),
    PICTURE: coin.imageSha256 === null ? NO_PICTURE : `/api/coins/${coin.mint}/logo`,
    SUMMARY: shortened(`${fees} ${coin.description}`, SUMMARY_CHARACTERS_MAX),
    DESCRIPTION: coin.description,
    FEES: fees,
    FEES_WARNING: feesWarning(coin)?.title ?? '',
    MINT: coin.mint,
    LAUNCHPAD: launchpads.facts(coin.platform).title,
  }
}

/** Cut between characters as people count them, so that no emoji and no accent is torn. */
function shortened(text: string, max: number): string {
  const characters = [...new Intl.Segmenter().segment(text.slice(0, 8 * max))].map(({ segment }) => segment)
  if (characters.length <= max) return text
  const kept = characters.slice(0, max - 1).join('')
  return `${kept.trimEnd()}…`
}
