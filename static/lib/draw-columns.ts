import { exactFigure } from '../../src/domain/money/figure-text.ts'
import { svg } from './dom.ts'
import { exactAmount } from './format.ts'
import type { Column, FeeChartSeries } from './fee-series.ts'
import { roundMoments } from './round-moments.ts'

const DIGIT_WIDTH_PX = 7.2
const AXIS_heightPx = 24
const TOP_PX = 12
const LABEL_GAP_PX = 12
const BAR_WIDTH_PX_MAX = 32

/** The series as stacked columns, of this size. `point` is told over which column the pointer is, if over any. */
export function drawColumns(
  { columns, roles, stepHours, totalAtomic, unit }: FeeChartSeries,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  point: (column: Column | null) => void,
): SVGSVGElement {
  const topAtomic = niceTop(columns.reduce((mostAtomic, column) => (column.totalAtomic > mostAtomic ? column.totalAtomic : mostAtomic), 0n))
  const marks = [0n, topAtomic / 2n, topAtomic].map((amountAtomic) => ({
    amountAtomic,
    text: `${exactFigure({ ...unit, amount: String(amountAtomic) })}${amountAtomic === topAtomic ? ` ${unit.currency}` : ''}`,
  }))
  const axisWidthPx = Math.max(...marks.map((mark) => mark.text.length)) * DIGIT_WIDTH_PX + 12
  const innerPx = { width: widthPx - axisWidthPx, height: heightPx - AXIS_heightPx - TOP_PX }
  const y = (amountAtomic: bigint) => TOP_PX + innerPx.height * (1 - Number((amountAtomic * 1_000_000n) / topAtomic) / 1_000_000)
  const stepPx = innerPx.width / columns.length
  const barPx = Math.max(2, Math.min(BAR_WIDTH_PX_MAX, stepPx * 0.7))
  const chart = svg('svg', {
    class: 'chart-svg',
    width: widthPx,
    height: heightPx,
    viewBox: `0 0 ${widthPx} ${heightPx}`,
    role: 'img',
    'aria-label': `Creator fees paid over time, ${exactAmount({ ...unit, amount: String(totalAtomic) })} in all. The table has the figures by role.`,
  })
  const label = (x: number, labelYPx: number, anchor: string, words: string) =>
    svg('text', { class: 'chart-label', x, y: labelYPx, 'text-anchor': anchor }, words)
  for (const { amountAtomic, text: words } of marks) {
    chart.append(
      svg('line', { class: 'chart-grid', x1: axisWidthPx, x2: widthPx, y1: y(amountAtomic), y2: y(amountAtomic) }),
      label(axisWidthPx - 8, y(amountAtomic) + 4, 'end', words),
    )
  }
  const textOf = stepHours * columns.length > 24 ? (startMs: number) => stretchText(startMs, stepHours) : hourText
  const labelWidthPx = Math.max(...columns.map(({ startMs }) => textOf(startMs).length)) * DIGIT_WIDTH_PX
  const isLabelled = labelledColumns(columns, stepHours, Math.max(1, Math.floor(innerPx.width / (labelWidthPx + LABEL_GAP_PX))))
  columns.forEach((column, index) => {
    const leftPx = axisWidthPx + stepPx * index
    let belowAtomic = 0n
    for (const { role } of roles) {
      const amountAtomic = column.byRole.get(role) ?? 0n
      if (amountAtomic === 0n) continue
      const heightPx = Math.max(0.5, y(belowAtomic) - y(belowAtomic + amountAtomic))
      chart.append(
        svg('rect', {
          class: `chart-part role-${role}`,
          x: leftPx + (stepPx - barPx) / 2,
          width: barPx,
          y: y(belowAtomic + amountAtomic),
          height: heightPx,
        }),
      )
      belowAtomic += amountAtomic
    }
    // A day is named below its column, an hour where it begins.
    const [anchor, x, endPx] =
      stepHours < 24
        ? (['start', leftPx, leftPx + labelWidthPx] as const)
        : (['middle', leftPx + stepPx / 2, leftPx + (stepPx + labelWidthPx) / 2] as const)
    if (isLabelled(index) && endPx <= widthPx) chart.append(label(x, heightPx - 6, anchor, textOf(column.startMs)))
    const target = svg('rect', { class: 'chart-target', x: leftPx, y: TOP_PX, width: stepPx, height: innerPx.height })
    target.addEventListener('pointerenter', () => point(column))
    chart.append(target)
  })
  chart.addEventListener('pointerleave', () => point(null))
  return chart
}

/** When a column begins. Days are days in UTC, as the service counts them. */
export function stretchText(startMs: number, stepHours: number): string {
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  const style: Intl.DateTimeFormatOptions = stepHours < 24 ? { ...day, hour: 'numeric', minute: '2-digit' } : { ...day, timeZone: 'UTC' }
  return new Intl.DateTimeFormat(undefined, style).format(startMs)
}

const hourText = (startMs: number): string => new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(startMs)

/** Which columns have their time below them: those of hours at round ones, where the reader's clock has such; else every so many. */
function labelledColumns(columns: readonly Column[], stepHours: number, most: number): (index: number) => boolean {
  const every = Math.ceil(columns.length / most)
  const [first, last] = [columns[0], columns.at(-1)]
  const round = first && last && stepHours < 24 ? roundMoments({ startMs: first.startMs, endMs: last.startMs }, most) : []
  const named = new Set(round)
  const hits = columns.filter(({ startMs }) => named.has(startMs)).length
  return (index) => (hits > 1 ? named.has(columns[index]!.startMs) : index % every === 0)
}

/** The next even amount of one digit that is not below `mostAtomic`: 0.0173 becomes 0.02, whose half is round too. */
function niceTop(mostAtomic: bigint): bigint {
  const unitAtomic = 10n ** BigInt(Math.max(0, String(mostAtomic).length - 1))
  const steps = (mostAtomic + unitAtomic - 1n) / unitAtomic
  const even = steps + (steps % 2n)
  return (even > 0n ? even : 2n) * unitAtomic
}
