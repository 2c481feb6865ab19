import { fill, foreign, h } from '../lib/dom.ts'
import { cell } from './coin-row.ts'

/** The row in place of the coins where none is what was looked for. */
export interface NoMatchRow {
  /** Not seen until it is shown. */
  readonly element: HTMLElement
  show(isShown: boolean, query?: string): void
}

/** Builds it; `showAll` leads back to all coins. */
export function createNoMatchRow(showAll: () => void): NoMatchRow {
  const row = h('div', { class: 'coin-none', role: 'row' })
  const element = h('div', { role: 'rowgroup', hidden: true }, row)
  const words = (query: string | undefined) =>
    cell(
      'none',
      h('strong', null, 'No coin matches', ...(query === undefined ? [] : [' “', foreign(query), '”']), '.'),
      h('span', { class: 'muted' }, 'Look for a part of its name, its ticker or the whole mint.'),
      h('button', { type: 'button', class: 'button', onclick: showAll }, 'Show all coins'),
    )
  return {
    element,
    show(isShown, query) {
      if (!isShown && element.hidden) return
      element.hidden = !isShown
      fill(row, isShown && words(query))
    },
  }
}
