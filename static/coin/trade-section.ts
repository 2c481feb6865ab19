import type { MarketView } from '../../src/features/board/market-view.ts'
import type { TradesResponse, TradeView } from '../../src/features/board/trade-view.ts'
import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { ask } from '../lib/api.ts'
import { fill, h } from '../lib/dom.ts'
import { nonePart } from '../lib/none-card.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import type { FigureStrip } from './figure-strip.ts'
import type { MarketSection } from './market-section.ts'
import { createPriceChart } from './price-chart.ts'
import { createTradeList } from './trade-list.ts'
import { namesOf } from './wallet-names.ts'

/** The most that one answer of the service holds: all that it keeps. */
const TRADES_MAX = 200

/** What the section needs of the page. */
interface TradeSectionDeps {
  readonly clock: ServerClock
  readonly strip: Pick<FigureStrip, 'showChange'>
  /** Null before it is known. */
  readonly coin: () => CoinView | null
  /** The wallet of this browser, where there is one. */
  readonly own: string | null
  /** Asks the chain again at once. */
  readonly retry: () => void
}

/** The sections of price and fees, and of the trades. */
export interface TradeSection extends Pick<MarketSection, 'element' | 'refresh'> {
  /** The newest trades; not seen while there are none. */
  readonly list: HTMLElement
  /** Shows anew what depends on the coin itself: why there are no trades, when it graduated. */
  showCoin(): void
  /** The chart ends at what the coin costs now. */
  showMarket(market: MarketView | null): void
}

/** Builds both sections of this coin, with a place for the chart that is to come. */
export function createTradeSection({ clock, strip, coin, own, retry }: TradeSectionDeps, mint: string): TradeSection {
  const [chart, list] = [createPriceChart(), createTradeList()]
  const note = h('p', { class: 'muted', role: 'status' }, 'Reading the chain…')
  const content = h('div', { class: 'price-wait' }, note)
  const element = h(
    'section',
    { class: 'card', 'aria-labelledby': 'price' },
    h('div', { class: 'price-head' }, h('h2', { id: 'price' }, 'Price'), chart.ranges),
    content,
  )
  const heading = h('h2', { id: 'trades' }, 'Latest trades')
  const listed = h('section', { class: 'card', 'aria-labelledby': 'trades', hidden: true }, heading, list.element)
  let etag: string | null = null
  let said: TradesResponse | null = null
  /** Undefined until the chain was asked. */
  let now: MarketView | null | undefined

  const again = h('button', { type: 'button', class: 'button', onclick: retry }, 'Try again')
  const show = (answer: TradesResponse) => {
    said = answer
    const words = wordsOf(answer, { coin: coin(), isUnread: now === null })
    content.className = ''
    // What says the same stays, and its button in the hand of whoever uses it.
    if (words !== null && content.textContent !== words.join('')) fill(content, noTrades(words, again))
    if (words === null && !content.contains(chart.element)) fill(content, chart.element)
    chart.show(answer, { now: now ?? null, graduatedMs: graduatedMs(coin(), now, answer.trades[0]), feesNote: feesNote(coin()) })
    listed.hidden = answer.trades.length === 0
    const names = namesOf(coin(), own)
    list.show(answer.trades, (wallet) => names.get(wallet))
  }
  return {
    element,
    list: listed,
    showCoin() {
      if (said) show(said)
    },
    showMarket(market) {
      now = market
      if (said) show(said)
    },
    async refresh() {
      const answer = await ask<TradesResponse>(`/api/coins/${encodeURIComponent(mint)}/trades?limit=${TRADES_MAX}`, { etag })
      if (answer.kind !== 'ok') return
      // Without an answer of the chain the same is asked again.
      etag = answer.body.readAt === null ? null : answer.etag
      clock.learn(answer.body.generatedAt)
      const { trades, complete } = answer.body
      strip.showChange({ ...answer.body, count: complete ? trades.length : null, newest: trades[0] ?? null })
      show(answer.body)
    },
  }
}

/** When it graduated: by the record, or, where only the chain says so yet, after its newest trade. */
function graduatedMs(coin: CoinView | null, now: MarketView | null | undefined, newest: TradeView | undefined): number | null {
  if (coin?.graduatedAt) return Date.parse(coin.graduatedAt)
  return now?.stage === 'graduated' && newest ? Date.parse(newest.at) : null
}

/** What the record adds to the sum of the fees; whose they are before the lock stands above all. */
const feesNote = (coin: CoinView | null): string => (coin?.feesRedirected ? ', which no longer go to the split' : '')

/** Title and text of a chart without trades, and whether the chain can be asked again. */
type Words = readonly [title: string, text: string, isRetried?: 'Try again']

/** A chart that is still empty, and why. */
const noTrades = ([title, text, isRetried]: Words, again: HTMLElement): HTMLElement => {
  const part = nonePart(title, text)
  part.classList.add('no-trades')
  if (isRetried) part.append(again)
  return part
}

/** What stands there in place of trades; null where there are some. */
function wordsOf(
  { readable, readAt, trades }: TradesResponse,
  { coin, isUnread }: { readonly coin: CoinView | null; readonly isUnread: boolean },
): Words | null {
  if (trades.length > 0) return null
  if (!readable) return ['No chart here', 'This launchpad’s trades are not read from its chain. Its own page has them.']
  if (isUnread) return ['No price right now', 'The chain did not answer. This page asks again by itself.', 'Try again']
  // Fees come of trades alone: a coin that paid some was traded, in trades that the chain does not hand out any more.
  if (readAt === null || (coin !== null && coin.paid.amount !== '0'))
    return ['No trades right now', 'The chain did not hand them out. This page asks again by itself.', 'Try again']
  return ['Nobody has traded it yet', 'The chart begins with the first trade, and so do the creator fees.']
}
