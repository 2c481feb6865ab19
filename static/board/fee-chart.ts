import type { FeesResponse } from '../../src/features/board/board-view.ts'
import { ask } from '../lib/api.ts'
import { fill, h } from '../lib/dom.ts'
import { percentText, solText } from '../lib/format.ts'
import { roleTag } from '../lib/shareholders.ts'
import { drawColumns, stretchText } from './draw-columns.ts'
import { type Column, type FeeSeries, feeSeries } from './fee-series.ts'

const RANGES = [
  { days: 1, name: '24 hours' },
  { days: 7, name: '7 days' },
  { days: 30, name: '30 days' },
] as const

/** Below this no column would be seen; the table beside it stays. */
const WIDTH_MIN = 160

/** The chart of fees paid over time, with its figures as a table and a choice of how far back it goes. */
export interface FeeChart {
  readonly element: HTMLElement
  /** Loads the figures again; false when the service did not answer. */
  refresh(): Promise<boolean>
}

/** Builds the chart, which follows the width it has. */
export function createFeeChart(): FeeChart {
  const plot = h('div', { class: 'chart-plot' })
  const readout = h('p', { class: 'chart-readout muted' })
  const legend = h('div', { class: 'chart-legend' })
  let range: (typeof RANGES)[number] = RANGES[1]
  let etag: string | null = null
  let series: FeeSeries | null = null
  let drawnWidth = 0

  const draw = () => {
    drawnWidth = Math.floor(plot.clientWidth)
    if (!series || drawnWidth < WIDTH_MIN) return
    const shown = series
    const point = (column: Column | null) => void (readout.textContent = columnText(column, shown))
    plot.replaceChildren(drawColumns(shown, drawnWidth, point))
    point(null)
    fill(legend, legendTable(shown, range.name))
  }
  new ResizeObserver(() => Math.floor(plot.clientWidth) !== drawnWidth && draw()).observe(plot)

  const refresh = async (): Promise<boolean> => {
    const asked = range
    const answer = await ask<FeesResponse>(`/api/board/fees?days=${asked.days}`, { etag })
    if (asked !== range || answer.kind === 'same') return true
    if (answer.kind !== 'ok') return false
    etag = answer.etag
    series = feeSeries(answer.body)
    draw()
    return true
  }

  const choose = (chosen: (typeof RANGES)[number]) => {
    range = chosen
    etag = null
    void refresh()
  }
  const ranges = RANGES.map((one) => {
    const radio = h('input', { type: 'radio', name: 'range', value: one.days, checked: one === range, onchange: () => choose(one) })
    return h('label', { class: 'range' }, radio, h('span', null, one.name))
  })
  const element = h(
    'div',
    null,
    h('fieldset', { class: 'ranges' }, h('legend', { class: 'spoken' }, 'How far back'), ...ranges),
    h('div', { class: 'chart' }, h('div', { class: 'chart-main' }, plot, readout), legend),
  )
  return { element, refresh }
}

function columnText(column: Column | null, { stepHours, total }: FeeSeries): string {
  if (total === 0n) return 'Nothing was paid in this time.'
  if (!column) return `Each column is ${stepHours === 24 ? 'a day (UTC)' : stepHours === 1 ? 'an hour' : `${stepHours} hours`}.`
  const parts = Object.entries(column.byRole).map(([role, amount]) => `${role} ${solText(amount, 4)}`)
  return `${stretchText(column.startMs, stepHours)}: ${solText(column.total, 4)} SOL${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}

function legendTable({ roles, total }: FeeSeries, rangeName: string): HTMLElement {
  const row = ({ role, amount }: { role: string; amount: bigint }) =>
    h(
      'tr',
      null,
      h('th', { scope: 'row' }, roleTag(role)),
      h('td', null, `${solText(amount, 4)} SOL`),
      h('td', null, percentText(Number((amount * 10_000n + total / 2n) / total))),
    )
  const heads = ['Role', 'Paid', 'Part'].map((name) => h('th', { scope: 'col' }, name))
  return h(
    'table',
    { class: 'legend' },
    h('caption', null, `By role, last ${rangeName}`),
    h('thead', { class: 'spoken' }, h('tr', null, ...heads)),
    h('tbody', null, ...roles.map(row)),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'Total'), h('td', null, `${solText(total, 4)} SOL`), h('td'))),
  )
}
