import type { CoinMarketResponse, MarketView } from '../../src/features/board/market-view.ts'
import type { TradeView } from '../../src/features/board/trade-view.ts'
import type { CoinView } from '../../src/features/coins/coin-view.ts'
import type { KitResponse } from '../../src/features/kit/kit-view.ts'
import { DAY_MS } from '../../src/domain/limits.ts'
import { PRICED_CURRENCY } from '../../src/domain/money/currency.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ago } from '../lib/coin-parts.ts'
import { type Child, fill, h } from '../lib/dom.ts'
import { isNewer } from './price-series.ts'
import { changeFigure, coinPriceFigure, marketCapFigure, priceFigure, progressBar, progressPercent } from '../lib/market-parts.ts'

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
  /** False where the launchpad's trades are not read from its chain. */
  readonly readable: boolean
  /** How many are known; null where there may be more. */
  readonly count: number | null
  readonly dayChangeBps: number | null
  readonly newest: Pick<TradeView, 'price' | 'at'> | null
}

/** Builds it. While no price is read it has what is known besides, and the newest trade's price with its age; the chart says why. */
export function createFigureStrip(): FigureStrip {
  const element = h('dl', { class: 'figures' })
  let market: CoinMarketResponse | null = null
  let change: TradedChange = { readable: true, count: null, dayChangeBps: null, newest: null }
  let dollars: number | null = null
  let coin: CoinView | null = null
  const draw = () =>
    fill(
      element,
      ...marketFigures(market, { change, dollars, coin }),
      figure('Fees paid', coin === null ? '…' : amountFigure(coin.paid, 'payout'), waitingNote(market, coin)),
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
      const isSame = (['readable', 'count', 'dayChangeBps'] as const).every((name) => change[name] === traded[name])
      if (isSame && change.newest?.at === traded.newest?.at) return
      change = traded
      draw()
    },
  }
}

/** A figure under its name. */
const figure = (name: string, value: Child, note: Child = null) => h('div', null, h('dt', null, name), h('dd', null, value, note))

/** What comes to those who are paid, under what came; of a coin whose fees are not locked, when. */
function waitingNote(answer: CoinMarketResponse | null, coin: CoinView | null): HTMLElement | null {
  const waiting = answer?.payout?.waiting
  if (coin !== null && !coin.feeShareLocked && !coin.feesRedirected) return note('paid once they are locked')
  return waiting && waiting.amount !== '0' ? h('span', { class: 'figure-note muted' }, amountFigure(waiting, 'payout'), ' waiting') : null
}

/** In the place of a figure that nobody knows. */
const unknown = () => h('span', { class: 'muted' }, '–')

/** What the figures of a market stand beside. */
interface StripFacts {
  readonly change: TradedChange
  readonly dollars: number | null
  readonly coin: CoinView | null
}

function marketFigures(answer: CoinMarketResponse | null, known: StripFacts): Child[] {
  const { change, dollars, coin } = known
  const changeName =
    coin && answer && Date.parse(answer.generatedAt) - Date.parse(coin.launchedAt) < DAY_MS ? 'Since first trade' : '24 hours'
  // Of a launchpad whose coins do not graduate.
  const graduates = coin === null || coin.timeline.some(({ state }) => state === 'Graduated')
  const market = answer?.market ?? null
  if (market === null) return answer ? unreadFigures(answer, known, changeName) : waitingFigures(changeName, graduates)
  const bps = changeSince(change, market)
  return [
    figure('Price', priceFigure(market)),
    bps !== null && figure(changeName, changeFigure(bps)),
    figure('Market cap', marketCapFigure(market, dollars)),
    graduates && market.stage !== 'graduated' && graduationFigure(market),
    holdersFigure(answer, change),
  ]
}

const waitingFigures = (changeName: string, graduates: boolean): Child[] =>
  ['Price', changeName, 'Market cap', graduates && 'To graduation', 'Holders'].map((name) => name && figure(name, '…'))

/** What is known of a market while no price is read; of a launchpad that is not read, that it is not. */
function unreadFigures(answer: CoinMarketResponse, { change, coin }: StripFacts, changeName: string): Child[] {
  const { newest, readable, dayChangeBps } = change
  if (!readable) return [figure('Price', h('span', { class: 'muted' }, 'Not read here'))]
  return [
    newest && coin && figure('Price', coinPriceFigure(newest.price, coin.paid.currency), note(ago(newest.at))),
    dayChangeBps !== null && figure(changeName, changeFigure(dayChangeBps)),
    answer.holders?.count !== 0 && holdersFigure(answer, change),
  ]
}

/** Who holds it, or where nobody can tell, how often it was traded. */
function holdersFigure(answer: CoinMarketResponse | null, { count, readable, newest }: TradedChange): HTMLElement | null {
  const holders = answer?.holders
  if (holders) return figure('Holders', `${countText(holders.count)}${holders.orMore ? '+' : ''}`)
  return readable && newest && count !== null ? figure('Trades', countText(count)) : null
}

/** The change of a day until now: that of the newest trade, and of the price since. */
function changeSince({ dayChangeBps, newest }: TradedChange, market: MarketView): number | null {
  if (dayChangeBps === null || !newest || !isNewer(market, newest)) return dayChangeBps
  return Math.round((10_000 + dayChangeBps) * (Number(market.price) / Number(newest.price))) - 10_000
}

function graduationFigure(market: MarketView): HTMLElement {
  const percent = progressPercent(market)
  return figure('To graduation', percent === null ? unknown() : progressBar(percent))
}

const note = (text: Child): HTMLElement => h('span', { class: 'figure-note muted' }, text)
