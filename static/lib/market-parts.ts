import type { MarketView } from '../../src/features/board/market-view.ts'
import { figureText } from '../../src/domain/money/figure-text.ts'
import { shortFigure } from './amount-figure.ts'
import { h, spoken } from './dom.ts'

/** The price of one coin: `0.0₇2795` and its currency. */
export function priceFigure({ price, marketCap: { currency } }: MarketView): HTMLElement {
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
