import { svg } from './dom.ts'
import { figureText } from './format.ts'
import type { Column, FeeSeries } from './fee-series.ts'

const HEIGHT_PX = 200
const DIGIT_WIDTH_PX = 7.2
const AXIS_HEIGHT_PX = 24
const TOP_PX = 12
const LABEL_WIDTH_PX = 100
const BAR_WIDTH_PX_MAX = 32

/** The series as stacked columns, `width` pixels wide. `point` is told over which column the pointer is, if over any. */
export function drawColumns(
  { columns, roles, stepHours, total, unit }: FeeSeries,
  width: number,
  point: (column: Column | null) => void,
): SVGSVGElement {
  const top = niceTop(columns.reduce((most, column) => (column.total > most ? column.total : most), 0n))
  const text = (amount: bigint, shown?: number) => figureText({ ...unit, amount: String(amount) }, shown)
  const marks = [0n, top / 2n, top].map((amount) => ({ amount, text: `${text(amount)}${amount === top ? ` ${unit.currency}` : ''}` }))
  const axisWidth = Math.max(...marks.map((mark) => mark.text.length)) * DIGIT_WIDTH_PX + 12
  const inner = { width: width - axisWidth, height: HEIGHT_PX - AXIS_HEIGHT_PX - TOP_PX }
  const y = (amount: bigint) => TOP_PX + inner.height * (1 - Number((amount * 1_000_000n) / top) / 1_000_000)
  const step = inner.width / columns.length
  const bar = Math.max(2, Math.min(BAR_WIDTH_PX_MAX, step * 0.7))
  const chart = svg('svg', {
    class: 'chart-svg',
    width,
    height: HEIGHT_PX,
    viewBox: `0 0 ${width} ${HEIGHT_PX}`,
    role: 'img',
    'aria-label': `Creator fees paid over time, ${text(total, 4)} ${unit.currency} in all. The table has the figures by role.`,
  })
  const label = (x: number, labelY: number, anchor: string, words: string) =>
    svg('text', { class: 'chart-label', x, y: labelY, 'text-anchor': anchor }, words)
  for (const { amount, text: words } of marks) {
    chart.append(
      svg('line', { class: 'chart-grid', x1: axisWidth, x2: width, y1: y(amount), y2: y(amount) }),
      label(axisWidth - 8, y(amount) + 4, 'end', words),
    )
  }
  const labelEvery = Math.ceil(columns.length / Math.max(1, Math.floor(inner.width / LABEL_WIDTH_PX)))
  columns.forEach((column, index) => {
    const left = axisWidth + step * index
    let below = 0n
    for (const { role } of roles) {
      const amount = column.byRole[role] ?? 0n
      if (amount === 0n) continue
      const height = Math.max(0.5, y(below) - y(below + amount))
      chart.append(svg('rect', { class: `chart-part role-${role}`, x: left + (step - bar) / 2, width: bar, y: y(below + amount), height }))
      below += amount
    }
    if (index % labelEvery === 0 && left + LABEL_WIDTH_PX < width + 20)
      chart.append(label(left, HEIGHT_PX - 6, 'start', stretchText(column.startMs, stepHours)))
    const target = svg('rect', { class: 'chart-target', x: left, y: TOP_PX, width: step, height: inner.height })
    target.addEventListener('pointerenter', () => point(column))
    chart.append(target)
  })
  chart.addEventListener('pointerleave', () => point(null))
  return chart
}

/** When a column begins. Days are days in UTC, as the service counts them. */
export function stretchText(startMs: number, stepHours: number): string {
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  const style: Intl.DateTimeFormatOptions = stepHours < 24 ? { ...day, hour: '2-digit', minute: '2-digit' } : { ...day, timeZone: 'UTC' }
  return new Intl.DateTimeFormat(undefined, style).format(startMs)
}

/** The next even amount of one or two digits that is not below `most`: 0.0173 becomes 0.018, whose half is short too. */
function niceTop(most: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(most).length - 2))
  const steps = (most + unit - 1n) / unit
  const even = steps + (steps % 2n)
  return (even > 0n ? even : 2n) * unit
}
