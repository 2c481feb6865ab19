import { fill, foreign, h } from '../lib/dom.ts'
import { nonePart } from '../lib/none-card.ts'
import { cell } from './coin-row.ts'

/** The row above the newest coins where none is what was looked for. */
export interface NoMatchRow {
  /** Not seen until it is shown. */
  readonly element: HTMLElement
  show(isShown: boolean, query?: string): void
}

/** Builds it; `showAll` leads back to all coins. */
export function createNoMatchRow(showAll: () => void): NoMatchRow {
  const row = h('div', { role: 'row' })
  const element = h('div', { class: 'coin-none', role: 'rowgroup', hidden: true }, row)
  const words = (query: string | undefined) => {
    const part =
      query === undefined
        ? nonePart(['No coin matches.'], 'None has all that is chosen above.')
        : nonePart(['No coin matches “', foreign(query), '”.'], 'Look for a part of its name, its ticker or the whole mint.')
    const name = query === undefined ? 'Show all coins' : 'Clear the search'
    part.append(
      h('button', { type: 'button', class: 'button', onclick: showAll }, name),
      h('strong', { class: 'none-newest' }, 'Newest coins'),
    )
    return cell('', part)
  }
  return {
    element,
    show(isShown, query) {
      if (!isShown && element.hidden) return
      element.hidden = !isShown
      fill(row, isShown && words(query))
    },
  }
}
