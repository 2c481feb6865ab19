import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { figureColumn, type FigureKind, percentColumn } from '../../src/domain/money/figure-text.ts'
import { ask } from './api.ts'
import { fill, h } from './dom.ts'
import { exactAmount } from './format.ts'
import { amountFigure, shortFigure } from './amount-figure.ts'
import { drawColumns, stretchText } from './draw-columns.ts'
import { type Column, type FeesAnswer, type FeeChartSeries, feeSeries, type Unit } from './fee-series.ts'
import { type MainRole, roleTag, roleText } from './shareholders.ts'
import type { RefreshedPart } from './refreshed-part.ts'

/** How far back a chart goes; `stepHours` where its columns are longer than the steps that the service answers. */
export interface ChartRange {
  readonly days: number
  readonly name: string
  readonly stepHours?: number
}

/** What a chart shows. */
export interface FeeChartOptions {
  /** Where the service answers the fees of so many days. */
  readonly path: (days: number) => string
  readonly unit: Unit
  readonly ranges: readonly ChartRange[]
  /** The range that is shown first. */
  readonly first: ChartRange
  readonly heightPx?: number
  /** How its amounts are shortened; as payouts when not given. */
  readonly kind?: FigureKind
  /** One or two columns are no chart: its sentence stands alone. */
  readonly foldsFew?: true
  /** All that was ever paid: where a few columns have all of it, no range has more to show. */
  readonly wholeAtomic?: bigint
}

/** Below this no column would be seen; the table beside it stays. */
const WIDTH_PX_MIN = 160
const HEIGHT_PX = 200
/** Less than three columns need no more. */
const FEW_HEIGHT_PX = 120
const FEW_COLUMNS = 3

/** Builds the chart, which follows the width it has. */
export function createFeeChart({
  path,
  unit,
  ranges: choices,
  first,
  heightPx = HEIGHT_PX,
  kind = 'payout',
  foldsFew,
  wholeAtomic,
}: FeeChartOptions): RefreshedPart {
  const plot = h('div', { class: 'chart-plot' })
  const readout = h('p', { class: 'chart-readout muted' })
  const legend = h('div', { class: 'chart-legend' })
  const chart = h('div', { class: 'chart' }, h('div', { class: 'chart-main' }, plot, readout), legend)
  let range = first
  let etag: string | null = null
  let series: FeeChartSeries | null = null
  let drawnWidthPx = 0

  const draw = () => {
    drawnWidthPx = Math.floor(plot.clientWidth)
    if (!series || drawnWidthPx < WIDTH_PX_MIN) return
    const shown = series
    const point = (column: Column | null) => void (readout.textContent = columnText(column, shown, kind))
    plot.replaceChildren(
      drawColumns(shown, { widthPx: drawnWidthPx, heightPx: isFew(shown) ? Math.min(heightPx, FEW_HEIGHT_PX) : heightPx }, point),
    )
    point(null)
  }
  /** Has the size that it will have, also while no plot can be drawn: what stands below is not moved by it. */
  const showLegend = (shown: FeeChartSeries) => {
    fill(legend, shown.roles.length > 1 ? legendTable(shown, range.name, kind) : onlyRole(shown, range.name, kind))
    // One sentence takes no column of its own.
    chart.classList.toggle('chart-one', shown.roles.length <= 1)
  }
  const fold = (shown: FeeChartSeries) => {
    plot.hidden = foldsFew === true && isFew(shown)
    element.classList.toggle('chart-nothing', plot.hidden && shown.totalAtomic === wholeAtomic)
    readout.hidden = plot.hidden && shown.totalAtomic > 0n
    readout.textContent = columnText(null, shown, kind)
  }
  new ResizeObserver(() => Math.floor(plot.clientWidth) !== drawnWidthPx && draw()).observe(plot)

  const refresh = async (): Promise<boolean> => {
    const asked = range
    const answer = await ask<FeesAnswer>(path(asked.days), { etag })
    if (asked !== range || answer.kind === 'same') return true
    if (answer.kind !== 'ok') return false
    etag = answer.etag
    series = feeSeries({ ...answer.body, stepHours: asked.stepHours ?? answer.body.stepHours }, unit)
    showLegend(series)
    fold(series)
    draw()
    return true
  }

  const choose = (chosen: ChartRange) => {
    range = chosen
    etag = null
    void refresh()
  }
  const ranges = choices.map((one) => {
    const radio = h('input', {
      type: 'radio',
      name: `range-${unit.currency}`,
      value: one.days,
      checked: one === range,
      onchange: () => choose(one),
    })
    return h('label', { class: 'range' }, radio, h('span', null, one.name))
  })
  const element = h('div', null, h('fieldset', { class: 'ranges' }, h('legend', { class: 'spoken' }, 'How far back'), ...ranges), chart)
  return { element, refresh }
}

const isFew = ({ columns }: FeeChartSeries): boolean => columns.filter(({ totalAtomic }) => totalAtomic > 0n).length < FEW_COLUMNS

function columnText(column: Column | null, { stepHours, totalAtomic, unit }: FeeChartSeries, kind: FigureKind): string {
  if (totalAtomic === 0n) return 'Nothing was paid in this time.'
  if (!column) return `Each column is ${lengthText(stepHours)}.`
  const byRole = [...column.byRole]
  const { rows, total } = figureColumn(byRole.map(([, amountAtomic]) => inUnit(unit, amountAtomic)), kind) // oxfmt-ignore
  const parts = byRole.map(([role], index) => `${role} ${rows[index]}`)
  return `${stretchText(column.startMs, stepHours)}: ${total} ${unit.currency}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}

const inUnit = (unit: Unit, amountAtomic: bigint): AmountView => ({ ...unit, amount: String(amountAtomic) })

/** `a day (UTC)`, `an hour`, `6 hours`, `7 days`. */
function lengthText(hours: number): string {
  if (hours < 24) return hours === 1 ? 'an hour' : `${hours} hours`
  return hours === 24 ? 'a day (UTC)' : `${hours / 24} days`
}

/** One role has all of it, or nothing was paid. */
function onlyRole({ roles: [only], exact, totalAtomic, unit }: FeeChartSeries, rangeName: string, kind: FigureKind): HTMLElement | null {
  if (!only) return null
  const whole = inUnit(unit, totalAtomic)
  if (exact.length === 1)
    return h(
      'p',
      { class: 'chart-only muted' },
      amountFigure(whole, kind),
      ` in the last ${rangeName}, all of it as ${roleText(only.role)}.`,
    )
  // Payments for two roles at once are named as such, so that the parts add up; all with as many decimals.
  const amounts = exact.map(({ amountAtomic }) => inUnit(unit, amountAtomic))
  const { rows, total } = figureColumn(amounts, kind)
  const figure = (text: string, amount: AmountView) => shortFigure(`${text} ${unit.currency}`, exactAmount(amount))
  const parts = exact.flatMap(({ role }, index) => [
    index === 0 ? ': ' : ', ',
    figure(rows[index]!, amounts[index]!),
    ` as ${roleText(role)}`,
  ])
  return h('p', { class: 'chart-only muted' }, figure(total, whole), ` in the last ${rangeName}`, ...parts, '.')
}

function legendTable({ roles, totalAtomic, unit }: FeeChartSeries, rangeName: string, kind: FigureKind): HTMLElement {
  const amounts = roles.map(({ amountAtomic }) => inUnit(unit, amountAtomic))
  const { rows, total } = figureColumn(amounts, kind)
  const parts = percentColumn(roles.map(({ amountAtomic }) => amountAtomic))
  const figure = (text: string, amount: AmountView) => h('td', null, shortFigure(`${text} ${unit.currency}`, exactAmount(amount)))
  const row = ({ role }: { role: MainRole }, index: number) =>
    h('tr', null, h('th', { scope: 'row' }, roleTag(role)), figure(rows[index]!, amounts[index]!), h('td', null, parts[index]))
  const heads = ['Role', 'Paid', 'Part'].map((name) => h('th', { scope: 'col' }, name))
  return h(
    'table',
    { class: 'legend' },
    h('caption', null, `By role, last ${rangeName}`),
    h('thead', { class: 'spoken' }, h('tr', null, ...heads)),
    h('tbody', null, ...roles.map(row)),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'Total'), figure(total, inUnit(unit, totalAtomic)), h('td'))),
  )
}
