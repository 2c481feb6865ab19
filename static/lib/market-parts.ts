import type { MarketView } from '../../src/features/board/market-view.ts'
import { countText, figureText } from '../../src/domain/money/figure-text.ts'
import { amountFigure, shortFigure } from './amount-figure.ts'
import { h, spoken } from './dom.ts'

/** The price of one coin: `0.0₇2795` and its currency. */
export const priceFigure = ({ price, marketCap: { currency } }: MarketView): HTMLElement => coinPriceFigure(price, currency)

/** The same of a price that stands alone. */
export function coinPriceFigure(price: string, currency: string): HTMLElement {
  const [whole = '0', fraction = ''] = price.split('.')
  const short = figureText({ amount: whole + fraction, decimals: fraction.length }, 'value')
  return shortFigure(`${short} ${currency}`, `${price} ${currency}`)
}

/** How far a coin on its curve is on the way to its pool, in whole percent; null for one that is there, or goes nowhere. */
export const progressPercent = ({ stage, progressBps }: MarketView): number | null =>
  progressBps === null || stage === 'graduated' ? null : Math.floor(progressBps / 100)

/** A bar with its percentage in words. */
export function progressBar(percent: number): HTMLElement {
  const filled = h('span')
  filled.style.inlineSize = `${percent}%`
  return h(
    'span',
    { class: 'progress' },
    h('span', { class: 'progress-bar', 'aria-hidden': 'true' }, filled),
    `${percent}%`,
    spoken(' of the way to graduation'),
  )
}

/** How far a price has moved: `+12.4%`. Up is the colour of money, down is none. */
export const changeFigure = (bps: number): HTMLElement =>
  h(
    'span',
    { class: `figure ${bps > 0 ? 'change-up' : 'change-down'}` },
    `${bps > 0 ? '+' : bps < 0 ? '−' : ''}${changeText(Math.abs(bps))}`,
  )

/** A tenth of a percent is enough, and of a hundredfold none is. */
const changeText = (bps: number): string => (bps < 100_000 ? `${Math.round(bps / 10) / 10}%` : `${countText(Math.round(bps / 100))}%`)

const DOLLARS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', notation: 'compact', maximumSignificantDigits: 3 })

/** A market cap, and what it comes to in dollars where the service has a price. */
export function marketCapFigure({ marketCap }: Pick<MarketView, 'marketCap'>, solUsd: number | null): HTMLElement {
  const dollars = solUsd === null ? null : DOLLARS.format((Number(marketCap.amount) / 10 ** marketCap.decimals) * solUsd)
  return h('span', null, amountFigure(marketCap, 'value'), dollars !== null && h('span', { class: 'muted dollars' }, ` ${dollars}`))
}
