import type { CoinMarketResponse } from '../../src/features/board/market-view.ts'
import type { CoinView } from '../../src/features/coins/coin-view.ts'
import type { KitResponse } from '../../src/features/kit/kit-view.ts'
import { PRICED_CURRENCY } from '../../src/domain/money/currency.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { type Child, fill, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { changeFigure, marketCapFigure, priceFigure, progressBar, progressPercent } from '../lib/market-parts.ts'

/** The figures of a coin in one row: what it trades at, and what it has paid. */
export interface FigureStrip {
  readonly element: HTMLElement
  showCoin(coin: CoinView, kit: KitResponse | null): void
  showMarket(answer: CoinMarketResponse): void
  /** How far the price is from that of a day ago; null where nobody knows. */
  showChange(dayChangeBps: number | null): void
}

/** Builds it, with a place for each figure that is still to come. */
export function createFigureStrip(): FigureStrip {
  const element = h('dl', { class: 'figures' })
  let market: CoinMarketResponse | null = null
  let [change, dollars]: (number | null)[] = [null, null]
  let paid: HTMLElement | null = null
  /** In the place of what it trades at, where no chain says that. */
  let split: HTMLElement | null = null
  const draw = () =>
    fill(
      element,
      ...marketFigures(market, { change: change ?? null, dollars: dollars ?? null }),
      paid && figure('Fees paid', paid, waitingNote(market)),
      market?.market === null && split,
    )
  return {
    element,
    showCoin(coin, kit) {
      dollars = kit?.price && !kit.price.stale && coin.currency === PRICED_CURRENCY ? kit.price.solUsd : null
      paid = amountFigure(coin.paid, 'payout')
      split = figure('Split among', plural(coin.shareholders.length, 'wallet'))
      draw()
    },
    showMarket(answer) {
      market = answer
      element.classList.toggle('figures-unread', answer.market === null)
      draw()
    },
    showChange(dayChangeBps) {
      if (change === dayChangeBps) return
      change = dayChangeBps
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

function marketFigures(
  answer: CoinMarketResponse | null,
  { change, dollars }: { readonly change: number | null; readonly dollars: number | null },
): HTMLElement[] {
  if (answer === null) return ['Price', 'Market cap', 'Holders'].map((name) => figure(name, '…'))
  const { market, holders } = answer
  const percent = market && progressPercent(market)
  return [
    ...(market ? [figure('Price', priceFigure(market))] : []),
    ...(change === null ? [] : [figure('24 hours', changeFigure(change))]),
    ...(market ? [figure('Market cap', marketCapFigure(market, dollars))] : []),
    ...(percent === null ? [] : [figure('To graduation', progressBar(percent))]),
    ...(holders && market ? [figure('Holders', `${holders.count}${holders.orMore ? '+' : ''}`)] : []),
  ]
}
