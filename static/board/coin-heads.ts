import { h } from '../lib/dom.ts'
import type { ChangeSelection } from './coin-controls.ts'
import type { BoardSelection } from './coin-selection.ts'

/** The heads of the table's columns. */
export interface CoinHeads {
  readonly element: HTMLElement
  /** Shows by which column the list is ordered. */
  show(selection: BoardSelection): void
  /** Names the currency of all amounts, so that no row has to; null where there is more than one. */
  showCurrency(currency: string | null): void
}

/** The columns in their order, and by which order a click on each lists the coins. */
const COLUMNS = [
  ['coin-name', 'Coin', null],
  ['coin-agent', 'Agent', null],
  ['coin-split', 'Fees go to', null],
  ['coin-cap', 'Market cap', 'cap'],
  ['coin-change', '24 h', 'change'],
  ['coin-progress', 'Progress', 'progress'],
  ['coin-holders', 'Holders', 'holders'],
  ['coin-paid', 'Paid to crew', 'paid'],
  ['coin-age', 'Age', 'newest'],
] as const

/** Builds them; those by which coins can be ordered are buttons. */
export function createCoinHeads(change: ChangeSelection): CoinHeads {
  const heads = COLUMNS.map(([place, name, sort]) => {
    const choose = () => change({ sort: sort === 'newest' || sort === null ? undefined : sort }, false)
    const text = sort === null ? name : h('button', { type: 'button', class: 'coin-sort', onclick: choose }, name)
    return { sort, head: h('span', { class: place, role: 'columnheader' }, text) }
  })
  return {
    element: h(
      'div',
      { class: 'coin-heads', role: 'rowgroup' },
      h('div', { class: 'coin-heads-row', role: 'row' }, ...heads.map(({ head }) => head)),
    ),
    showCurrency(currency) {
      for (const { head } of heads.filter(({ sort }) => sort === 'cap' || sort === 'paid')) head.dataset['currency'] = currency ?? ''
    },
    show({ sort = 'newest' }) {
      for (const { sort: own, head } of heads) {
        if (own === null) continue
        if (own !== sort) head.removeAttribute('aria-sort')
        // The largest first, and the newest, whose age is least.
        else head.setAttribute('aria-sort', own === 'newest' ? 'ascending' : 'descending')
      }
    },
  }
}
