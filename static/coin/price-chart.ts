import type { TradesResponse } from '../../src/features/board/trade-view.ts'
import { figureColumn } from '../../src/domain/money/figure-text.ts'
import { shortFigure } from '../lib/amount-figure.ts'
import { fill, h } from '../lib/dom.ts'
import { amountLike, amountText, exactAmount, plural } from '../lib/format.ts'
import { drawPrice, hasLogAxis, momentText, priceText } from './draw-price.ts'
import { priceSeries, type PriceSeries, type Stretch } from './price-series.ts'

/** The chart of what a coin cost, and of the creator fees of its trades. */
export interface PriceChart {
  readonly element: HTMLElement
  show(answer: TradesResponse): void
}

const HEIGHT_PX = 220
/** Below this no line would be seen; the table beside it stays. */
const WIDTH_PX_MIN = 160

/** Builds it; it follows the width that it has. */
export function createPriceChart(): PriceChart {
  const plot = h('div', { class: 'chart-plot price-plot' })
  const readout = h('p', { class: 'chart-readout muted' })
  const table = h('div')
  const element = h('div', null, plot, readout, table)
  let series: PriceSeries | null = null
  let drawnWidthPx = 0
  let rest = ''

  const draw = () => {
    drawnWidthPx = Math.floor(plot.clientWidth)
    if (!series || drawnWidthPx < WIDTH_PX_MIN) return
    const shown = series
    const point = (stretch: Stretch | null) => void (readout.textContent = stretch ? stretchText(stretch, shown) : rest)
    plot.replaceChildren(drawPrice(shown, { widthPx: drawnWidthPx, heightPx: HEIGHT_PX }, point))
    point(null)
  }
  new ResizeObserver(() => Math.floor(plot.clientWidth) !== drawnWidthPx && draw()).observe(plot)

  return {
    element,
    show(answer) {
      series = priceSeries(answer)
      element.hidden = series === null
      if (!series) return
      const scale = hasLogAxis(series) ? ' (log scale)' : ''
      rest = `Price in ${series.fees.currency} above${scale}, creator fees below: ${amountText(series.fees, 'payout')} in ${answer.complete ? '' : 'the newest '}${plural(answer.trades.length, 'trade')}.`
      draw()
      showTable(table, series)
    },
  }
}

const stretchText = ({ startMs, endMs, tradeCount, priceUnits, feesAtomic }: Stretch, series: PriceSeries): string => {
  const { currency } = series.fees
  const when = `${momentText(startMs, series.endMs - series.startMs)} to ${momentText(endMs, series.endMs - series.startMs)}`
  const fees = amountText(amountLike(series.fees, feesAtomic), 'payout')
  return `${when}: ${priceText(priceUnits, series)} ${currency}, ${plural(tradeCount, 'trade')}, ${fees} of fees`
}

/** The same figures for those who do not see the chart; open or not stays as it was chosen. */
function showTable(place: HTMLElement, series: PriceSeries): void {
  const traded = series.stretches.filter(({ tradeCount }) => tradeCount > 0)
  const { rows, total } = figureColumn(traded.map(({ feesAtomic }) => amountLike(series.fees, feesAtomic)), 'payout') // oxfmt-ignore
  const { currency } = series.fees
  const heads = ['From', 'Trades', `Price, ${currency}`, `Fees, ${currency}`].map((name) => h('th', { scope: 'col' }, name))
  const body = traded.map(({ startMs, tradeCount, priceUnits, feesAtomic }, index) =>
    h(
      'tr',
      null,
      h('th', { scope: 'row' }, momentText(startMs, series.endMs - series.startMs)),
      h('td', null, tradeCount),
      h('td', null, priceText(priceUnits, series)),
      h('td', null, shortFigure(rows[index]!, exactAmount(amountLike(series.fees, feesAtomic)))),
    ),
  )
  const foot = h(
    'tr',
    null,
    h('th', { scope: 'row' }, 'In all'),
    h('td'),
    h('td'),
    h('td', null, shortFigure(total, exactAmount(series.fees))),
  )
  const wasOpen = place.querySelector('details')?.open === true
  const table = h(
    'table',
    { class: 'legend' },
    h('thead', null, h('tr', null, ...heads)),
    h('tbody', null, ...body),
    h('tfoot', null, foot),
  )
  fill(place, h('details', { class: 'chart-table', open: wasOpen }, h('summary', null, 'Show as a table'), table))
}
