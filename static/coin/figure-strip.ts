import type { CoinMarketResponse, MarketView } from '../../src/features/board/market-view.ts'
import type { TradeView } from '../../src/features/board/trade-view.ts'
import type { CoinView } from '../../src/features/coins/coin-view.ts'
import type { KitResponse } from '../../src/features/kit/kit-view.ts'
import { PRICED_CURRENCY } from '../../src/domain/money/currency.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { type Child, fill, h } from '../lib/dom.ts'
import { isNewer } from './price-series.ts'
import { changeFigure, marketCapFigure, priceFigure, progressBar, progressPercent } from '../lib/market-parts.ts'

/** The figures of a coin in one row: what it trades at, and what it has paid. */
export interface FigureStrip {
  readonly element: HTMLElement
  showCoin(coin: CoinView, kit: KitResponse | null): void
  showMarket(answer: CoinMarketResponse): void
  /** How far the price of the newest trade is from that of a day ago; null where nobody knows. */
  showChange(change: TradedChange): void
}

/** The newest trade, and how far its price is from that of a day ago. */
export interface TradedChange {
  readonly dayChangeBps: number | null
  readonly newest: Pick<TradeView, 'price' | 'at'> | null
}

/** Builds it: the same figures for every coin, with a dash for what nobody knows. */
export function createFigureStrip(): FigureStrip {
  const element = h('dl', { class: 'figures' })
  let market: CoinMarketResponse | null = null
  let change: TradedChange = { dayChangeBps: null, newest: null }
  let dollars: number | null = null
  let coin: CoinView | null = null
  const draw = () =>
    fill(
      element,
      ...marketFigures(market, { change, dollars, coin }),
      figure('Fees paid', coin === null ? '…' : amountFigure(coin.paid, 'payout'), waitingNote(market)),
    )
  return {
    element,
    showCoin(shown, kit) {
      dollars = kit?.price && !kit.price.stale && shown.currency === PRICED_CURRENCY ? kit.price.solUsd : null
      coin = shown
      draw()
    },
    showMarket(answer) {
      market = answer
      element.classList.toggle('figures-unread', answer.market === null)
      draw()
    },
    showChange(traded) {
      if (change.dayChangeBps === traded.dayChangeBps && change.newest?.at === traded.newest?.at) return
      change = traded
      draw()
    },
  }
}

/** A figure under its name. */
const figure = (name: string, value: Child, note: Child = null) => h('div', null, h('dt', null, name), h('dd', null, value, note))

/** What comes to those who are paid, under what came. */
function waitingNote(answer: CoinMarketResponse | null): HTMLElement | null {
  const waiting = answer?.payout?.waiting
  return waiting && waiting.amount !== '0' ? h('span', { class: 'figure-note muted' }, amountFigure(waiting, 'payout'), ' waiting') : null
}

/** In the place of a figure that nobody knows. */
const unknown = () => h('span', { class: 'muted' }, '–')

function marketFigures(
  answer: CoinMarketResponse | null,
  { change, dollars, coin }: { readonly change: TradedChange; readonly dollars: number | null; readonly coin: CoinView | null },
): HTMLElement[] {
  if (answer === null) return ['Price', '24 hours', 'Market cap', 'To graduation', 'Holders'].map((name) => figure(name, '…'))
  const { market, holders } = answer
  const bps = changeSince(change, market)
  return [
    figure('Price', market ? priceFigure(market) : unknown()),
    figure('24 hours', bps === null ? unknown() : changeFigure(bps)),
    figure('Market cap', market ? marketCapFigure(market, dollars) : unknown()),
    graduationFigure(market, coin),
    figure('Holders', holders && market ? `${holders.count}${holders.orMore ? '+' : ''}` : unknown()),
  ]
}

/** The change of a day until now: that of the newest trade, and of the price since. */
function changeSince({ dayChangeBps, newest }: TradedChange, market: MarketView | null): number | null {
  if (dayChangeBps === null || !newest || !market || !isNewer(market, newest)) return dayChangeBps
  return Math.round((10_000 + dayChangeBps) * (Number(market.price) / Number(newest.price))) - 10_000
}

function graduationFigure(market: MarketView | null, coin: CoinView | null): HTMLElement {
  const name = 'To graduation'
  if (coin?.timeline.every(({ state }) => state !== 'Graduated')) return figure(name, unknown(), note('not on this launchpad'))
  if (market?.stage === 'graduated') return figure(name, 'Graduated', note('trades in its pool'))
  const percent = market && progressPercent(market)
  return figure(name, percent === null ? unknown() : progressBar(percent))
}

const note = (text: string): HTMLElement => h('span', { class: 'figure-note muted' }, text)
