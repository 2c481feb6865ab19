import { fill, h, svg } from '../lib/dom.ts'
import { percentText, solText } from '../lib/format.ts'
import { roleTag } from '../lib/shareholders.ts'
import type { Remit } from '../lib/records.ts'
import { type Column, type FeeSeries, feeSeries } from './fee-series.ts'

const HEIGHT = 190
const AXIS_WIDTH = 52
const AXIS_HEIGHT = 22
const TOP = 10

/** The chart of fees paid, with its figures as a table. */
export interface FeeChart {
  readonly element: HTMLElement
  show(remits: readonly Remit[], complete: boolean): void
}

/** Builds the chart, which follows the width it has. */
export function createFeeChart(): FeeChart {
  const plot = h('div', { class: 'chart-plot' })
  const readout = h('p', { class: 'chart-readout muted' })
  const legend = h('div', { class: 'chart-legend' })
  const element = h('div', { class: 'chart' }, h('div', { class: 'chart-main' }, plot, readout), legend)
  let series: FeeSeries | null = null
  let drawn = ''

  const draw = () => {
    const width = Math.floor(plot.clientWidth)
    if (!series || width === 0) return
    const state = `${width} ${series.columns.map(({ startMs, total }) => `${startMs}:${total}`).join()}`
    if (state === drawn) return
    drawn = state
    plot.replaceChildren(drawColumns(series, width, (column) => fill(readout, columnText(column ?? null, series!))))
    fill(readout, columnText(null, series))
  }
  new ResizeObserver(draw).observe(plot)

  return {
    element,
    show: (remits, complete) => {
      series = feeSeries(remits, Date.now())
      element.hidden = series === null
      if (!series) return
      fill(legend, legendTable(series, remits.length, complete))
      draw()
    },
  }
}

function columnText(column: Column | null, { stepName, stepMs }: FeeSeries): string {
  if (!column) return `Each column is one ${stepName}.`
  const parts = Object.entries(column.byRole).map(([role, lamports]) => `${role} ${solText(lamports, 4)}`)
  return `${timeLabel(column.startMs, stepMs)}: ${solText(column.total, 4)} SOL${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}

function drawColumns({ columns, roles, stepMs, total }: FeeSeries, width: number, point: (column?: Column) => void): SVGSVGElement {
  const inner = { width: width - AXIS_WIDTH, height: HEIGHT - AXIS_HEIGHT - TOP }
  const top = niceTop(columns.reduce((most, column) => (column.total > most ? column.total : most), 0n))
  const y = (lamports: bigint) => TOP + inner.height * (1 - Number(lamports) / Number(top))
  const slot = inner.width / columns.length
  const bar = Math.max(2, Math.min(28, slot * 0.7))
  const chart = svg('svg', {
    class: 'chart-svg',
    width,
    height: HEIGHT,
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: 'img',
    'aria-label': `Creator fees paid over time, ${solText(total, 4)} SOL in all. The table beside it has the figures by role.`,
  })
  for (const part of [0n, 1n, 2n]) {
    const amount = (top * part) / 2n
    chart.append(
      svg('line', { class: 'chart-grid', x1: AXIS_WIDTH, x2: width, y1: y(amount), y2: y(amount) }),
      svg('text', { class: 'chart-label', x: AXIS_WIDTH - 8, y: y(amount) + 4, 'text-anchor': 'end' }, solText(amount, 4)),
    )
  }
  const labelEvery = Math.max(1, Math.ceil(columns.length / Math.max(2, Math.floor(inner.width / 90))))
  columns.forEach((column, place) => {
    const x = AXIS_WIDTH + slot * place + (slot - bar) / 2
    let below = 0n
    for (const { role } of roles) {
      const amount = column.byRole[role] ?? 0n
      if (amount === 0n) continue
      chart.append(
        svg('rect', {
          class: `chart-part role-${role}`,
          x,
          width: bar,
          y: y(below + amount),
          height: Math.max(0.5, y(below) - y(below + amount)),
        }),
      )
      below += amount
    }
    if ((columns.length - 1 - place) % labelEvery === 0 && place > 0) {
      const anchor = place === columns.length - 1 ? 'end' : 'middle'
      const labelX = anchor === 'end' ? width : x + bar / 2
      chart.append(
        svg('text', { class: 'chart-label', x: labelX, y: HEIGHT - 6, 'text-anchor': anchor }, timeLabel(column.startMs, stepMs)),
      )
    }
    const target = svg('rect', { class: 'chart-target', x: AXIS_WIDTH + slot * place, y: TOP, width: slot, height: inner.height })
    target.addEventListener('pointerenter', () => point(column))
    chart.append(target)
  })
  chart.addEventListener('pointerleave', () => point())
  return chart
}

/** The next amount of one or two digits that is not below `most`: 0.0172 becomes 0.018, and its half is short too. */
function niceTop(most: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(most).length - 2))
  const steps = (most + unit - 1n) / unit
  const even = steps + (steps % 2n)
  return (even > 0n ? even : 2n) * unit
}

function timeLabel(startMs: number, stepMs: number): string {
  const style: Intl.DateTimeFormatOptions =
    stepMs < 86_400_000
      ? { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(undefined, style).format(startMs)
}

function legendTable({ roles, total }: FeeSeries, count: number, complete: boolean): HTMLElement {
  const row = ({ role, lamports }: { role: string; lamports: bigint }) =>
    h(
      'tr',
      null,
      h('th', { scope: 'row' }, roleTag(role)),
      h('td', null, `${solText(lamports, 4)} SOL`),
      h('td', null, percentText(total === 0n ? 0 : Number((lamports * 10_000n) / total))),
    )
  return h(
    'table',
    { class: 'legend' },
    h('caption', null, complete ? 'All payments, by role' : `The last ${count} payments, by role`),
    h(
      'thead',
      { class: 'spoken' },
      h('tr', null, h('th', { scope: 'col' }, 'Role'), h('th', { scope: 'col' }, 'Paid'), h('th', { scope: 'col' }, 'Part')),
    ),
    h('tbody', null, ...roles.map(row)),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'Total'), h('td', null, `${solText(total, 4)} SOL`), h('td'))),
  )
}
