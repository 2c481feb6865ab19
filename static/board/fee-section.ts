import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { fill, h } from '../lib/dom.ts'
import { createFeeChart } from '../lib/fee-chart.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

const HEIGHT_PX = 120
const WEEK = { days: 7, name: '7 days', stepHours: 24 }
const SOL = { currency: 'SOL', decimals: 9 } as const

/** The chart of what all coins paid, in one currency at a time. */
export interface FeeSection extends RefreshedPart {
  /** The currencies to choose between: those in which something was paid. With one there is no choice, and `title` names it. */
  offer(paid: readonly AmountView[]): void
}

/** Builds it for the heading above it, beside which the choice of a currency stands. */
export function createFeeSection(title: HTMLElement): FeeSection {
  const charts = new Map<string, RefreshedPart>()
  const choices = h('div', { class: 'chart-currencies' })
  title.after(choices)
  const place = h('div')
  let units: readonly Pick<AmountView, 'currency' | 'decimals'>[] = []
  let shown: RefreshedPart | null = null

  const choose = ({ currency, decimals }: (typeof units)[number]) => {
    const chart =
      charts.get(currency) ??
      createFeeChart({
        path: (days) => `/api/board/fees?days=${days}`,
        unit: { currency, decimals },
        ranges: [{ days: 1, name: '24 hours' }, WEEK, { days: 30, name: '30 days' }],
        first: WEEK,
        heightPx: HEIGHT_PX,
      })
    charts.set(currency, chart)
    shown = chart
    fill(place, chart.element)
  }
  const choice = (unit: (typeof units)[number], index: number) => {
    const take = () => {
      choose(unit)
      void shown?.refresh()
    }
    const radio = h('input', { type: 'radio', name: 'chart-currency', value: unit.currency, checked: index === 0, onchange: take })
    return h('label', { class: 'range' }, radio, h('span', null, unit.currency))
  }

  return {
    element: place,
    offer(paid) {
      const some = paid.filter(({ amount }) => amount !== '0')
      const offered = some.length > 0 ? some : [SOL]
      if (offered.map(({ currency }) => currency).join() === units.map(({ currency }) => currency).join()) return
      units = offered
      const [first, ...others] = units
      title.textContent = others.length > 0 ? 'Creator fees paid' : `Creator fees paid in ${first!.currency}`
      const currencies = h('fieldset', { class: 'ranges' }, h('legend', { class: 'spoken' }, 'Currency'), ...units.map(choice))
      fill(choices, ...(others.length > 0 ? [currencies] : []))
      choose(first!)
    },
    refresh: async () => (await shown?.refresh()) ?? true,
  }
}
