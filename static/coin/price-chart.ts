import type { TradesResponse } from '../../src/features/board/trade-view.ts'
import { figureParts } from '../lib/amount-figure.ts'
import { fill, h } from '../lib/dom.ts'
import { amountLike, amountText, plural } from '../lib/format.ts'
import { drawPrice, hasLogAxis, priceText } from './draw-price.ts'
import { momentText } from './moment-text.ts'
import { type PriceNow, priceSeries, type PriceSeries, type Stretch } from './price-series.ts'
import { createPriceTable } from './price-table.ts'

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
/** Beside the box where it is traded, on a page of two columns. */
const WIDE = { fromPx: 640, heightPx: 312 }
const HOUR_MS = 3_600_000
const RANGES = [
  { name: '1 hour', spanMs: HOUR_MS },
  { name: '24 hours', spanMs: 24 * HOUR_MS },
  { name: 'All', spanMs: Infinity },
] as const
/** What the note below the chart calls a range. */
const SPANS: Readonly<Record<number, string>> = { [HOUR_MS]: 'of the last hour', [24 * HOUR_MS]: 'of the last 24 hours' }
/** Below this no line would be seen; the table beside it stays. */
const WIDTH_PX_MIN = 160

/** Builds it; it follows the width that it has. */
export function createPriceChart(): PriceChart {
  const plot = h('div', { class: 'chart-plot price-plot' })
  const readout = h('p', { class: 'chart-readout muted' })
  const table = createPriceTable()
  const element = h('div', null, plot, readout, table.element)
  const ranges = h('fieldset', { class: 'ranges', hidden: true }, h('legend', { class: 'spoken' }, 'How far back'))
  let shownLast: readonly [TradesResponse, PriceAbout] | null = null
  let series: PriceSeries | null = null
  let spanMs: number = Infinity
  let drawnWidthPx = 0
  let [rest, graduatedMs]: [string, number | null] = ['', null]

  const draw = () => {
    drawnWidthPx = Math.floor(plot.clientWidth)
    if (!series || drawnWidthPx < WIDTH_PX_MIN) return
    const shown = series
    const point = (stretch: Stretch | null) => fill(readout, ...figureParts(stretch ? stretchText(stretch, shown) : rest))
    const heightPx = drawnWidthPx >= WIDE.fromPx ? WIDE.heightPx : HEIGHT_PX
    plot.replaceChildren(drawPrice(shown, { widthPx: drawnWidthPx, heightPx, graduated: graduatedMs }, point))
    point(null)
  }
  new ResizeObserver(() => Math.floor(plot.clientWidth) !== drawnWidthPx && draw()).observe(plot)

  const show = (answer: TradesResponse, about: PriceAbout) => {
    shownLast = [answer, about]
    graduatedMs = about.graduatedMs
    showRanges(answer)
    series = priceSeries(answer, { now: about.now, spanMs })
    element.hidden = series === null
    if (!series) return
    const of = spanMs === Infinity ? (answer.complete ? 'since the launch' : '') : SPANS[spanMs]!
    rest = restText(series, of, about.feesNote)
    draw()
    table.show(series)
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

/** `of` = of which time they are; empty where only the newest are known. */
function restText(series: PriceSeries, of: string, feesNote: string): string {
  const scale = hasLogAxis(series) ? ' (log scale)' : ''
  const fees = amountText(series.fees, 'payout')
  const trades = of === '' ? `the newest ${plural(series.tradeCount, 'trade')}` : `${plural(series.tradeCount, 'trade')} ${of}`
  return `Price in ${series.fees.currency} above${scale}, creator fees below: ${fees} in ${trades}${feesNote}.`
}

const stretchText = ({ startMs, endMs, tradeCount, priceUnits, feesAtomic, tradedAtMs }: Stretch, series: PriceSeries): string => {
  const { currency } = series.fees
  const when =
    tradedAtMs !== null
      ? momentText(tradedAtMs, 0)
      : `${momentText(startMs, series.endMs - series.startMs)} to ${momentText(endMs, series.endMs - series.startMs)}`
  const fees = amountText(amountLike(series.fees, feesAtomic), 'payout')
  return `${when}: ${priceText(priceUnits, series)} ${currency}, ${plural(tradeCount, 'trade')}, ${fees} of fees`
}
