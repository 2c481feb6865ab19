import type { TradesResponse } from '../../src/features/board/trade-view.ts'
import { figureColumn } from '../../src/domain/money/figure-text.ts'
import { shortFigure } from '../lib/amount-figure.ts'
import { fill, h } from '../lib/dom.ts'
import { amountLike, amountText, exactAmount, plural } from '../lib/format.ts'
import { drawPrice, hasLogAxis, momentText, priceText } from './draw-price.ts'
import { momentsOf, type PriceNow, priceSeries, type PriceSeries, type Stretch } from './price-series.ts'

/** The chart of what a coin cost, and of the creator fees of its trades. */
export interface PriceChart {
  readonly element: HTMLElement
  /** How far back it goes, to be chosen; not seen where there is one choice. */
  readonly ranges: HTMLElement
  show(answer: TradesResponse, about: PriceAbout): void
}

/** What the chart shows besides the trades. */
export interface PriceAbout {
  /** What the coin costs now; null where no chain says it. */
  readonly now: PriceNow | null
  readonly graduatedMs: number | null
  /** Said of its fees, after their sum. */
  readonly feesNote: string
}

const HEIGHT_PX = 220
/** With fewer moments of trades than this there is little to see. */
const MOMENTS_MIN = 3
const SHORT_HEIGHT_PX = 120
const HOUR_MS = 3_600_000
const RANGES = [
  { name: '1 hour', spanMs: HOUR_MS },
  { name: '24 hours', spanMs: 24 * HOUR_MS },
  { name: 'All', spanMs: Infinity },
] as const
/** Below this no line would be seen; the table beside it stays. */
const WIDTH_PX_MIN = 160

/** Builds it; it follows the width that it has. */
export function createPriceChart(): PriceChart {
  const plot = h('div', { class: 'chart-plot price-plot' })
  const readout = h('p', { class: 'chart-readout muted' })
  const table = h('div')
  const element = h('div', null, plot, readout, table)
  const ranges = h('fieldset', { class: 'ranges', hidden: true }, h('legend', { class: 'spoken' }, 'How far back'))
  let shownLast: readonly [TradesResponse, PriceAbout] | null = null
  let series: PriceSeries | null = null
  let spanMs: number = Infinity
  let [drawnWidthPx, heightPx] = [0, HEIGHT_PX]
  let [rest, graduatedMs]: [string, number | null] = ['', null]

  const draw = () => {
    drawnWidthPx = Math.floor(plot.clientWidth)
    if (!series || drawnWidthPx < WIDTH_PX_MIN) return
    const shown = series
    const point = (stretch: Stretch | null) => void (readout.textContent = stretch ? stretchText(stretch, shown) : rest)
    plot.replaceChildren(drawPrice(shown, { widthPx: drawnWidthPx, heightPx, graduatedMs }, point))
    point(null)
  }
  new ResizeObserver(() => Math.floor(plot.clientWidth) !== drawnWidthPx && draw()).observe(plot)

  const show = (answer: TradesResponse, about: PriceAbout) => {
    shownLast = [answer, about]
    const isShort = momentsOf(answer.trades) < MOMENTS_MIN
    heightPx = isShort ? SHORT_HEIGHT_PX : HEIGHT_PX
    plot.classList.toggle('price-short', isShort)
    graduatedMs = about.graduatedMs
    showRanges(answer)
    series = priceSeries(answer, { now: about.now, spanMs })
    element.hidden = series === null
    if (!series) return
    rest = restText(series, answer.complete || spanMs !== Infinity, about.feesNote)
    draw()
    showTable(table, series)
  }
  const choose = (chosenMs: number) => {
    spanMs = chosenMs
    if (shownLast) show(...shownLast)
  }
  const choices = RANGES.map((range) => rangeChoice(range, choose))
  ranges.append(...choices.map(({ label }) => label))
  /** A range that is longer than what there is shows the same as all of it. */
  const showRanges = ({ trades, generatedAt }: TradesResponse) => {
    const allMs = Date.parse(generatedAt) - Date.parse(trades.at(-1)?.at ?? generatedAt)
    for (const [index, { label }] of choices.entries()) label.hidden = RANGES[index]!.spanMs !== Infinity && RANGES[index]!.spanMs >= allMs
    ranges.hidden = choices.filter(({ label }) => !label.hidden).length < 2
  }
  return { element, ranges, show }
}

function rangeChoice({ name, spanMs }: (typeof RANGES)[number], choose: (spanMs: number) => void) {
  const radio = h('input', { type: 'radio', name: 'price-range', checked: spanMs === Infinity, onchange: () => choose(spanMs) })
  return { label: h('label', { class: 'range' }, radio, h('span', null, name)) }
}

function restText(series: PriceSeries, isAll: boolean, feesNote: string): string {
  const scale = hasLogAxis(series) ? ' (log scale)' : ''
  const fees = amountText(series.fees, 'payout')
  const trades = `${isAll ? '' : 'the newest '}${plural(series.tradeCount, 'trade')}`
  return `Price in ${series.fees.currency} above${scale}, creator fees below: ${fees} in ${trades}${feesNote}.${series.movedSince ? ' The line ends at the price that the chain names now.' : ''}`
}

const stretchText = ({ startMs, endMs, tradeCount, priceUnits, feesAtomic }: Stretch, series: PriceSeries): string => {
  const { currency } = series.fees
  const when = `${momentText(startMs, series.endMs - series.startMs)} to ${momentText(endMs, series.endMs - series.startMs)}`
  const fees = amountText(amountLike(series.fees, feesAtomic), 'payout')
  return `${when}: ${priceText(priceUnits, series)} ${currency}, ${plural(tradeCount, 'trade')}, ${fees} of fees`
}

/** In a column: the zeros at the end of a small price too. */
const evenPriceText = (priceUnits: bigint, series: PriceSeries): string =>
  priceText(priceUnits, series).replace(/^(0\.0[₀-₉]+)(\d{1,3})$/, (_, zeros: string, digits: string) => zeros + digits.padEnd(4, '0'))

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
      h('td', null, evenPriceText(priceUnits, series)),
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
  fill(
    place,
    h(
      'details',
      { class: 'chart-table', open: wasOpen },
      h('summary', null, 'Show as a table'),
      h('div', { class: 'chart-scroll', tabindex: '0', role: 'group', 'aria-label': 'Price and fees' }, table),
    ),
  )
}
