import { figureColumn } from '../../src/domain/money/figure-text.ts'
import { figureParts, shortFigure } from '../lib/amount-figure.ts'
import { type Child, fill, h } from '../lib/dom.ts'
import { amountLike, exactAmount } from '../lib/format.ts'
import { priceText } from './draw-price.ts'
import { momentText } from './moment-text.ts'
import type { PriceSeries } from './price-series.ts'

/** As many rows as do not push the split out of sight. */
const FIRST_ROWS = 8

/** The figures of a price chart for those who do not see it. */
export interface PriceTable {
  readonly element: HTMLElement
  /** Open or not, and all or a few rows: it stays as it was chosen. */
  show(series: PriceSeries): void
}

/** Builds the table, closed; its newest rows and the sum are there at once, the older ones when asked for. */
export function createPriceTable(): PriceTable {
  const [head, body, foot] = [h('thead'), h('tbody'), h('tfoot')]
  const more = h('button', { type: 'button', class: 'button button-quiet' }, 'Show more')
  const element = h(
    'details',
    { class: 'chart-table' },
    h('summary', null, 'Show as a table'),
    h('table', { class: 'legend' }, head, body, foot),
    more,
  )
  let limit = FIRST_ROWS
  let rows: readonly HTMLElement[] = []
  const draw = () => {
    fill(body, ...rows.slice(0, limit))
    more.hidden = rows.length <= limit
  }
  more.addEventListener('click', () => {
    limit = Infinity
    draw()
    const firstOlder = rows[FIRST_ROWS]!
    firstOlder.tabIndex = -1
    firstOlder.focus({ preventScroll: true })
  })
  return {
    element,
    show(series) {
      const { fees } = series
      const heads = ['From', 'Trades', `Price, ${fees.currency}`, `Fees, ${fees.currency}`]
      fill(head, h('tr', null, ...heads.map((name) => h('th', { scope: 'col' }, name))))
      const traded = series.stretches.filter(({ tradeCount }) => tradeCount > 0)
      const { rows: feeTexts, total } = figureColumn(traded.map(({ feesAtomic }) => amountLike(fees, feesAtomic)), 'payout') // oxfmt-ignore
      rows = traded
        .map(({ startMs, tradeCount, priceUnits, feesAtomic, tradedAtMs }, index) =>
          tableRow(tradedAtMs === null ? momentText(startMs, series.endMs - series.startMs) : momentText(tradedAtMs, 0), [
            tradeCount,
            h('span', null, ...figureParts(evenPriceText(priceUnits, series))),
            shortFigure(feeTexts[index]!, exactAmount(amountLike(fees, feesAtomic))),
          ]),
        )
        .toReversed()
      fill(foot, tableRow('In all', [series.tradeCount, '', shortFigure(total, exactAmount(fees))]))
      draw()
    },
  }
}

const tableRow = (name: string, cells: readonly Child[]): HTMLElement =>
  h('tr', null, h('th', { scope: 'row' }, name), ...cells.map((cell) => h('td', null, cell)))

/** In a column: the zeros at the end of a small price too. */
const evenPriceText = (priceUnits: bigint, series: PriceSeries): string =>
  priceText(priceUnits, series).replace(/^(0\.0[₀-₉]+)(\d{1,3})$/, (_, zeros: string, digits: string) => zeros + digits.padEnd(4, '0'))
