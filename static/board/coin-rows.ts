import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import type { FigureColumns } from '../lib/amount-figure.ts'
import { h } from '../lib/dom.ts'
import { type KeyedList, keyedList } from '../lib/keyed-list.ts'
import { coinRow } from './coin-row.ts'
import type { MarketFigures } from './market-figures.ts'

/** Rows that are laid out together once one of them comes into sight; the style sheet knows their height. */
const GROUP_ROWS = 10

/** The rows of one list of coins. */
export interface CoinRows extends KeyedList<ListedCoin> {
  readonly element: HTMLElement
}

/** Builds them, none at first, each with the place of its figures. */
export function createCoinRows(markets: Pick<MarketFigures, 'place'>, figure: FigureColumns): CoinRows {
  const element = h('div', { class: 'coins', role: 'presentation' })
  const rows = keyedList<ListedCoin>(
    element,
    ({ mint }) => mint,
    (coin) => coinRow(coin, markets.place(coin), figure),
    { size: GROUP_ROWS, create: () => h('div', { class: 'coin-group', role: 'rowgroup' }) },
  )
  return { element, show: rows.show }
}
