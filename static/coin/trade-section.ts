import type { MarketView } from '../../src/features/board/market-view.ts'
import type { TradesResponse, TradeView } from '../../src/features/board/trade-view.ts'
import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { ask } from '../lib/api.ts'
import { fill, h } from '../lib/dom.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { type FigureStrip, NO_PRICE } from './figure-strip.ts'
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
export function createTradeSection({ clock, strip, coin, own }: TradeSectionDeps, mint: string): TradeSection {
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

  const show = (answer: TradesResponse) => {
    said = answer
    const words = answer.readable && now === null && answer.trades.length === 0 ? ([NO_PRICE, ''] as const) : wordsOf(answer, coin())
    content.className = ''
    if (words !== null && answer.trades.length === 0) fill(content, noTrades(words))
    else if (!content.contains(chart.element)) fill(content, chart.element)
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
      strip.showChange({ ...answer.body, newest: answer.body.trades[0] ?? null })
      show(answer.body)
    },
  }
}

/** When it graduated: by the record, or, where only the chain says so yet, after its newest trade. */
function graduatedMs(coin: CoinView | null, now: MarketView | null | undefined, newest: TradeView | undefined): number | null {
  if (coin?.graduatedAt) return Date.parse(coin.graduatedAt)
  return now?.stage === 'graduated' && newest ? Date.parse(newest.at) : null
}

/** What the record adds to the sum of the fees. */
function feesNote(coin: CoinView | null): string {
  if (coin === null || coin.feeShareLocked) return ''
  return coin.feesRedirected ? ', which no longer go to the split' : ', which are the launcher’s until the lock'
}

/** A chart that is still empty, and why. */
const noTrades = ([title, text]: readonly [string, string]): HTMLElement =>
  h('div', { class: 'no-trades' }, h('div', null, h('strong', null, title), text !== '' && h('p', { class: 'muted' }, text)))

/** What stands there in place of trades; null where there are some. */
function wordsOf({ readable, readAt, trades }: TradesResponse, coin: CoinView | null): readonly [title: string, text: string] | null {
  if (!readable) return ['No chart here', 'This launchpad’s trades are not read from its chain. Its own page has them.']
  if (trades.length > 0) return null
  // Fees come of trades alone: a coin that paid some was traded, in trades that the chain does not hand out any more.
  if (readAt === null || (coin !== null && coin.paid.amount !== '0'))
    return ['Trades cannot be read right now.', 'This page tries again by itself.']
  return ['Nobody has traded it yet', 'The chart begins with the first trade, and so do the creator fees.']
}
