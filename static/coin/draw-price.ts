import { figureText } from '../../src/domain/money/figure-text.ts'
import { amountText } from '../lib/format.ts'
import { svg } from '../lib/dom.ts'
import { roundMoments } from '../lib/round-moments.ts'
import type { PriceSeries, Stretch } from './price-series.ts'
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

/** The series as a line of prices above columns of fees, of this size. `point` is told over which stretch the pointer is, if over any. */
export function drawPrice(
  series: PriceSeries,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  point: (stretch: Stretch | null) => void,
): SVGSVGElement {
  const { points, stretches, startMs, endMs, fees } = series
  const { marks, heightOf } = axisOf(series)
  const axisWidthPx = Math.ceil(Math.max(...marks.map(({ text }) => text.length)) * DIGIT_WIDTH_PX) + 10
  const inner = { widthPx: widthPx - axisWidthPx, heightPx: heightPx - AXIS_HEIGHT_PX - TOP_PX }
  const priceHeightPx = inner.heightPx * PRICE_PART
  const x = (atMs: number) => axisWidthPx + (inner.widthPx * (atMs - startMs)) / (endMs - startMs)
  const y = (priceUnits: bigint) => TOP_PX + priceHeightPx * (1 - heightOf(priceUnits))
  const mostAtomic = stretches.reduce((most, { feesAtomic }) => (feesAtomic > most ? feesAtomic : most), 1n)
  const barHeightPx = (feesAtomic: bigint) => (Number(feesAtomic) / Number(mostAtomic)) * (inner.heightPx - priceHeightPx - GAP_PX)

  const chart = svg('svg', {
    class: 'chart-svg',
    width: widthPx,
    height: heightPx,
    viewBox: `0 0 ${widthPx} ${heightPx}`,
    role: 'img',
    'aria-label': `Price over time, from ${priceText(points[0]!.priceUnits, series)} to ${priceText(points.at(-1)!.priceUnits, series)} ${fees.currency}, and creator fees of ${amountText(fees, 'payout')}. The table below has the figures.`,
  })
  const label = (leftPx: number, topPx: number, anchor: string, words: string) =>
    chart.append(svg('text', { class: 'chart-label', x: leftPx, y: topPx, 'text-anchor': anchor }, words))
  for (const { priceUnits, text } of marks) {
    chart.append(svg('line', { class: 'chart-grid', x1: axisWidthPx, x2: widthPx, y1: y(priceUnits), y2: y(priceUnits) }))
    label(axisWidthPx - 8, y(priceUnits) + 4, 'end', text)
  }
  // A price stands until the next trade.
  const steps = points.map(
    ({ atMs, priceUnits }, index) => `${index === 0 ? 'M' : 'H'}${x(atMs)}${index === 0 ? ' ' : 'V'}${y(priceUnits)}`,
  )
  const line = `${steps.join('')}H${x(endMs)}`
  chart.append(svg('path', { class: 'price-area', d: `${line}V${TOP_PX + priceHeightPx}H${x(startMs)}Z` }))
  chart.append(svg('path', { class: 'price-line', d: line }))
  const stepPx = inner.widthPx / stretches.length
  for (const stretch of stretches) {
    const [leftPx, feesAtomic] = [x(stretch.startMs), stretch.feesAtomic]
    const barPx = feesAtomic === 0n ? 0 : Math.max(1, barHeightPx(feesAtomic))
    if (barPx > 0)
      chart.append(
        svg('rect', { class: 'fee-bar', x: leftPx + 1, width: Math.max(1, stepPx - 2), y: TOP_PX + inner.heightPx - barPx, height: barPx }),
      )
    const target = svg('rect', { class: 'chart-target', x: leftPx, y: TOP_PX, width: stepPx, height: inner.heightPx })
    target.addEventListener('pointerenter', () => point(stretch))
    chart.append(target)
  }
  for (const { leftPx, text } of momentLabels(series, { widthPx, x })) label(leftPx, heightPx - 5, 'middle', text)
  chart.addEventListener('pointerleave', () => point(null))
  return chart
}

/** Where the middle of each label of the axis of time is; one that does not fit at the end is left out, unless it is one of both ends. */
function momentLabels(series: PriceSeries, { widthPx, x }: { readonly widthPx: number; readonly x: (atMs: number) => number }) {
  const moments = labelledMoments(series, widthPx - x(series.startMs))
  return moments.flatMap(({ atMs, text, halfPx }, index) => {
    const isIn = index === 0 || moments.length === 2 || x(atMs) + halfPx <= widthPx
    return isIn ? [{ leftPx: Math.max(halfPx, Math.min(widthPx - halfPx, x(atMs))), text }] : []
  })
}

/** The moments that the axis names, each with half of its width: round ones, as many as there is room for; where that is one, both ends. */
function labelledMoments({ startMs, endMs }: PriceSeries, widthPx: number) {
  const textOf = (atMs: number) => momentText(atMs, endMs - startMs)
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
  const marks = prices.map((priceUnits) => ({ priceUnits, text: priceText(priceUnits, series) }))
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
function rangeOf({ points }: PriceSeries): PriceRange {
  const prices = points.map(({ priceUnits }) => priceUnits)
  const lowUnits = prices.reduce((low, priceUnits) => (priceUnits < low ? priceUnits : low))
  const highUnits = prices.reduce((high, priceUnits) => (priceUnits > high ? priceUnits : high))
  return (highUnits - lowUnits) * 1_000n > highUnits * RANGE_PER_MILLE_MIN
    ? { lowUnits, highUnits }
    : { lowUnits: (lowUnits * 9n) / 10n, highUnits: (highUnits * 11n) / 10n + 2n }
}

const DAY_MS = 86_400_000
/** Below this the labels of a chart may be of one minute. */
const MINUTES_MS_MIN = 600_000
const SECONDS = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A moment as exactly as a chart of this length needs it. */
export const momentText = (atMs: number, spanMs: number): string =>
  (spanMs < MINUTES_MS_MIN ? SECONDS : spanMs < DAY_MS ? TIME : spanMs < 5 * DAY_MS ? DAY_AND_TIME : DAY).format(atMs)
