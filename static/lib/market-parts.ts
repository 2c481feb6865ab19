import type { MarketView } from '../../src/features/board/market-view.ts'
import { type Child, h, spoken } from './dom.ts'
import { amountText } from './format.ts'

const SIGNIFICANT = 4
/** A coin on Base opens at a hundredth of an ETH. */
const CAP_DECIMALS = { SOL: 2, ETH: 4, WETH: 4 } as const

/** A price with four significant digits: `0.00000002795` and its currency. */
export function priceText({ price, marketCap: { currency } }: MarketView): string {
  const digits = /^(\d+)(?:\.(\d*))?$/.exec(price)
  if (!digits) return `${price} ${currency}`
  const [, whole = '', fraction = ''] = digits
  const zeros = /^0*/.exec(fraction)![0].length
  const shown = whole === '0' ? zeros + SIGNIFICANT : Math.max(0, SIGNIFICANT - whole.length)
  return `${`${whole}.${fraction.slice(0, shown)}`.replace(/\.$/, '')} ${currency}`
}

/** How far a coin on its curve is on the way to its pool, in whole percent; null for one that is there, or goes nowhere. */
export const progressPercent = ({ stage, progressBps }: MarketView): number | null =>
  progressBps === null || stage === 'graduated' ? null : Math.floor(progressBps / 100)

/** Market cap and progress, in one line. */
export function marketParts(market: MarketView): Child[] {
  const percent = progressPercent(market)
  return [
    h(
      'span',
      { title: `Price ${priceText(market)}` },
      spoken('Market cap '),
      amountText(market.marketCap, CAP_DECIMALS[market.marketCap.currency]),
    ),
    percent !== null && progressBar(percent),
    spoken('.'),
  ]
}

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
