import { axisTexts, figureText } from '../../src/domain/money/figure-text.ts'
import { amountText } from '../lib/format.ts'
import { svg } from '../lib/dom.ts'
import { roundMoments } from '../lib/round-moments.ts'
import { drawnText } from './drawn-text.ts'
import { MINUTES_MS_MIN, momentText } from './moment-text.ts'
import { poolStart, type PriceSeries, type Stretch } from './price-series.ts'
import { type PriceRange, roundMultiples, roundPrices } from './round-prices.ts'

const DIGIT_WIDTH_PX = 7.2
const AXIS_HEIGHT_PX = 22
const TOP_PX = 10
/** Of what there is between the axes: the price above, the fees below. */
const PRICE_PART = 0.72
const GAP_PX = 10
const LABEL_GAP_PX = 16
const LABELS_MAX = 5

/** Prices in their currency by the rule of figures. */
export const priceText = (priceUnits: bigint, { decimals }: Pick<PriceSeries, 'decimals'>): string =>
  figureText({ amount: String(priceUnits), decimals }, 'value')

/** Of the step of a column of fees. */
const COLUMN_PART = 0.6
const COLUMN_PX_MAX = 24
/** With less room the last price has no name of its own. */
const NAMED_PX_MIN = 480
/** Right of the line, before and after the name of the last price. */
const NAME_GAP_PX = 10

/** Where things are in the chart. */
interface Layout {
  readonly widthPx: number
  readonly leftPx: number
  readonly rightPx: number
  readonly priceBottomPx: number
  readonly bottomPx: number
  readonly x: (atMs: number) => number
  readonly y: (priceUnits: bigint) => number
}

/** The series as a line of prices above columns of fees, of this size. `point` is told over which stretch the pointer is, if over any. */
export function drawPrice(
  series: PriceSeries,
  { widthPx, heightPx, graduated }: { readonly widthPx: number; readonly heightPx: number; readonly graduated: number | null },
  point: (stretch: Stretch | null) => void,
): SVGSVGElement {
  const { points, startMs, endMs, lastUnits, fees, byTrade } = series
  // By trades it is the last but one thing that happened.
  const graduatedMs = graduated !== null && byTrade ? endMs - 0.5 : graduated
  const { marks, heightOf } = axisOf(series)
  const leftPx = Math.ceil(Math.max(...marks.map(({ text }) => text.length)) * DIGIT_WIDTH_PX) + 10
  const nameWidthPx = priceText(lastUnits, series).length * DIGIT_WIDTH_PX + NAME_GAP_PX
  const rightPx = widthPx < NAMED_PX_MIN ? widthPx - 4 : Math.floor(widthPx - nameWidthPx)
  const bottomPx = heightPx - AXIS_HEIGHT_PX
  const priceHeightPx = (bottomPx - TOP_PX) * PRICE_PART
  const layout: Layout = {
    widthPx,
    leftPx,
    rightPx,
    bottomPx,
    priceBottomPx: TOP_PX + priceHeightPx,
    x: (atMs) => leftPx + ((rightPx - leftPx) * (atMs - startMs)) / (endMs - startMs),
    y: (priceUnits) => TOP_PX + priceHeightPx * (1 - heightOf(priceUnits)),
  }
  const chart = svg('svg', {
    class: 'chart-svg',
    width: widthPx,
    height: heightPx,
    viewBox: `0 0 ${widthPx} ${heightPx}`,
    role: 'img',
    'aria-label': `Price over time, from ${priceText(points[0]!.priceUnits, series)} to ${priceText(lastUnits, series)} ${fees.currency}, and creator fees of ${amountText(fees, 'payout')}. The table below has the figures.`,
  })
  const label = (atPx: number, topPx: number, anchor: string, words: string) =>
    chart.append(svg('text', { class: 'chart-label', x: atPx, y: topPx, 'text-anchor': anchor }, ...drawnText(words)))
  for (const { priceUnits, text } of marks) {
    chart.append(svg('line', { class: 'chart-grid', x1: leftPx, x2: rightPx, y1: layout.y(priceUnits), y2: layout.y(priceUnits) }))
    label(leftPx - 8, layout.y(priceUnits) + 4, 'end', text)
  }
  chart.append(...priceLine(series, layout, graduatedMs), ...feeColumns(series, layout), ...graduationMark(graduatedMs, series, layout))
  chart.append(...lastPrice(series, layout), ...pointTargets(series, layout, point))
  for (const { leftPx: atPx, anchor, text } of momentLabels(series, layout)) label(atPx, heightPx - 5, anchor, text)
  chart.addEventListener('pointerleave', () => point(null))
  return chart
}

/** A price stands until the next trade; to one that no trade made the line jumps, where the coin went to its pool or at the end. */
function priceLine(series: PriceSeries, layout: Layout, graduatedMs: number | null): SVGElement[] {
  const { points, stretches, startMs, endMs, lastUnits, byTrade } = series
  const { priceBottomPx, x, y } = layout
  const newest = points.at(-1)!
  const poolMs = poolStart(series, graduatedMs)
  const steps = points.map(
    ({ atMs, priceUnits }, index) => `${index === 0 ? 'M' : 'H'}${x(atMs)}${index === 0 ? ' ' : 'V'}${y(priceUnits)}`,
  )
  const line = `${steps.join('')}H${x(poolMs ?? endMs)}`
  const pool = poolMs === null ? '' : `V${y(lastUnits)}H${x(endMs)}`
  // Of trades in one moment a filled line would be a block.
  const isArea = byTrade || stretches.filter(({ tradeCount }) => tradeCount > 0).length > 1
  return [
    ...(isArea ? [svg('path', { class: 'price-area', d: `${line}${pool}V${priceBottomPx}H${x(startMs)}Z` })] : []),
    svg('path', { class: 'price-line', d: line }),
    svg('path', { class: 'price-jump', d: `M${x(poolMs ?? endMs)} ${y(newest.priceUnits)}V${y(lastUnits)}` }),
    ...(poolMs === null ? [] : [svg('path', { class: 'price-line price-pool', d: `M${x(poolMs)} ${y(lastUnits)}H${x(endMs)}` })]),
    ...(byTrade ? points.map(({ atMs, priceUnits }) => svg('circle', { class: 'price-dot', cx: x(atMs), cy: y(priceUnits), r: 4 })) : []),
  ]
}

/** What it costs now, as a level, a dot and a figure. */
function lastPrice(series: PriceSeries, { widthPx, leftPx, rightPx, y }: Layout): SVGElement[] {
  const atPx = y(series.lastUnits)
  const words = drawnText(priceText(series.lastUnits, series))
  const name = svg('text', { class: 'price-last', x: widthPx, y: atPx + 4, 'text-anchor': 'end' }, ...words)
  return [
    svg('line', { class: 'price-level', x1: leftPx, x2: rightPx, y1: atPx, y2: atPx }),
    svg('circle', { class: 'price-end', cx: rightPx, cy: atPx, r: 3.5 }),
    ...(widthPx < NAMED_PX_MIN ? [] : [name]),
  ]
}

/** With less of it the riser has no room for its name. */
const RISER_PX_MIN = 32

/** Where the coin went from its curve to its pool, while that is in the chart: its name beside the middle of the riser. */
function graduationMark(graduatedMs: number | null, series: PriceSeries, { priceBottomPx, x, y }: Layout): SVGElement[] {
  const { points, lastUnits, startMs, endMs } = series
  if (graduatedMs === null || graduatedMs < startMs || graduatedMs > endMs) return []
  const [atPx, isLate] = [x(graduatedMs), graduatedMs > (startMs + endMs) / 2]
  const [fromPx, toPx] = [y(points.at(-1)!.priceUnits), y(lastUnits)]
  const hasRoom = poolStart(series, graduatedMs) !== null && Math.abs(fromPx - toPx) >= RISER_PX_MIN
  const labelPx = hasRoom ? (fromPx + toPx) / 2 + 4 : priceBottomPx - 8
  return [
    svg('line', { class: 'price-rule', x1: atPx, x2: atPx, y1: TOP_PX, y2: priceBottomPx }),
    svg(
      'text',
      { class: 'chart-label price-mark', x: atPx + (isLate ? -8 : 8), y: labelPx, 'text-anchor': isLate ? 'end' : 'start' },
      'Graduated',
    ),
  ]
}

/** What the trades of each stretch paid of creator fees. */
function feeColumns({ stretches }: PriceSeries, { rightPx, leftPx, priceBottomPx, bottomPx, x }: Layout): SVGElement[] {
  const mostAtomic = stretches.reduce((most, { feesAtomic }) => (feesAtomic > most ? feesAtomic : most), 1n)
  const stepPx = (rightPx - leftPx) / stretches.length
  return stretches
    .filter(({ feesAtomic }) => feesAtomic > 0n)
    .map(({ startMs, feesAtomic }) => {
      const barPx = Math.max(1, (Number(feesAtomic) / Number(mostAtomic)) * (bottomPx - priceBottomPx - GAP_PX))
      const width = Math.max(1, Math.min(COLUMN_PX_MAX, stepPx * COLUMN_PART))
      return svg('rect', { class: 'fee-bar', x: x(startMs) + (stepPx - width) / 2, width, y: bottomPx - barPx, height: barPx })
    })
}

function pointTargets(
  { stretches }: PriceSeries,
  { rightPx, leftPx, bottomPx, x }: Layout,
  point: (stretch: Stretch) => void,
): SVGElement[] {
  const width = (rightPx - leftPx) / stretches.length
  return stretches.map((stretch) => {
    const target = svg('rect', { class: 'chart-target', x: x(stretch.startMs), y: TOP_PX, width, height: bottomPx - TOP_PX })
    target.addEventListener('pointerenter', () => point(stretch))
    return target
  })
}

/** From here on the few round moments of an axis are whole minutes. */
const ROUND_MINUTES_MS_MIN = 180_000

/** Where each label of the axis of time is; one that does not fit beside the last is left out, unless it is the first or the last. */
function momentLabels(series: PriceSeries, { widthPx, x }: Pick<Layout, 'widthPx' | 'x'>) {
  const moments = series.byTrade ? tradeEnds(series) : labelledMoments(series, widthPx - x(series.startMs))
  return moments.flatMap(({ atMs, text, halfPx }, index) => {
    const isIn = index === 0 || moments.length === 2 || x(atMs) + halfPx <= widthPx
    if (!isIn) return []
    if (x(atMs) + halfPx > widthPx) return [{ leftPx: widthPx, anchor: 'end', text }]
    return [x(atMs) < halfPx ? { leftPx: 0, anchor: 'start', text } : { leftPx: x(atMs), anchor: 'middle', text }]
  })
}

/** The ends of an axis on which each trade has as much room as the next. */
const tradeEnds = ({ startMs, endMs }: PriceSeries) =>
  [
    { atMs: startMs, text: 'First trade' },
    { atMs: endMs, text: 'Now' },
  ].map((end) => ({ ...end, halfPx: (end.text.length * DIGIT_WIDTH_PX) / 2 }))

/** The moments that the axis names, each with half of its width: round ones, as many as there is room for; where that is one, both ends. */
function labelledMoments({ startMs, endMs }: PriceSeries, widthPx: number) {
  const lengthMs = endMs - startMs
  const textOf = (atMs: number) => momentText(atMs, lengthMs < ROUND_MINUTES_MS_MIN ? lengthMs : Math.max(lengthMs, MINUTES_MS_MIN))
  const longest = Math.max(...[startMs, endMs].map((atMs) => textOf(atMs).length))
  const most = Math.max(1, Math.min(LABELS_MAX, Math.floor(widthPx / (longest * DIGIT_WIDTH_PX + LABEL_GAP_PX))))
  const round = roundMoments({ startMs, endMs }, most)
  return (round.length > 1 ? round : [startMs, endMs]).map((atMs) => {
    const text = textOf(atMs)
    return { atMs, text, halfPx: (text.length * DIGIT_WIDTH_PX) / 2 }
  })
}

/** The round prices of the axis, and which part of it is below a price. */
function axisOf(series: PriceSeries) {
  const isLogarithmic = hasLogAxis(series)
  const prices = (isLogarithmic ? roundMultiples : roundPrices)(rangeOf(series))
  const ends = { lowUnits: prices[0]!, highUnits: prices.at(-1)! }
  const texts = axisTexts(prices.map((priceUnits) => ({ amount: String(priceUnits), decimals: series.decimals })))
  const marks = prices.map((priceUnits, index) => ({ priceUnits, text: texts[index]! }))
  return { marks, heightOf: (isLogarithmic ? multiplePart : straightPart)(ends) }
}

/** The part of an axis from its low end to a price. */
const straightPart =
  ({ lowUnits, highUnits }: PriceRange) =>
  (priceUnits: bigint): number =>
    Number(priceUnits - lowUnits) / Number(highUnits - lowUnits)

/** The same where equal steps of the axis are equal multiples of the price. */
const multiplePart =
  ({ lowUnits, highUnits }: PriceRange) =>
  (priceUnits: bigint): number =>
    Math.log(Number(priceUnits) / Number(lowUnits)) / Math.log(Number(highUnits) / Number(lowUnits))

/** Above so many times the lowest price, a straight axis would show that of a fresh coin as nothing. */
const STRAIGHT_TIMES_MAX = 5n

/** Whether equal steps of the axis are equal multiples of the price. */
export function hasLogAxis(series: PriceSeries): boolean {
  const { lowUnits, highUnits } = rangeOf(series)
  return lowUnits > 0n && highUnits > lowUnits * STRAIGHT_TIMES_MAX
}

/** Least difference of the highest and the lowest price on the axis, of the highest: with less its labels would be the same. */
const RANGE_PER_MILLE_MIN = 10n

/** The lowest and the highest price, with room around them where they are nearly the same. */
function rangeOf({ points, lastUnits }: PriceSeries): PriceRange {
  const prices = [...points.map(({ priceUnits }) => priceUnits), lastUnits]
  const lowUnits = prices.reduce((low, priceUnits) => (priceUnits < low ? priceUnits : low))
  const highUnits = prices.reduce((high, priceUnits) => (priceUnits > high ? priceUnits : high))
  return (highUnits - lowUnits) * 1_000n > highUnits * RANGE_PER_MILLE_MIN
    ? { lowUnits, highUnits }
    : { lowUnits: (lowUnits * 9n) / 10n, highUnits: (highUnits * 11n) / 10n + 2n }
}
