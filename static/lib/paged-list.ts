import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { alignPoints } from './amount-figure.ts'
import { type Answer, ask as askOpenly } from './api.ts'
import { h } from './dom.ts'
import { keyedList } from './keyed-list.ts'
import type { RefreshedPart } from './refreshed-part.ts'

/** The most that one answer of the service holds. */
const PAGE_ROWS_MAX = 200

/** How a list is loaded and drawn. */
export interface PagedListOptions<Name extends string, Item> {
  /** The member of the answer that has the items. */
  readonly name: Name
  /** The path with its query, without limit and cursor. */
  readonly path: string
  readonly pageSize: number
  /** How many it shows at first; a page when not given. */
  readonly firstRows?: number
  readonly keyOf: (item: Item) => string
  readonly draw: (item: Item) => HTMLElement
  /** The order of a list that one page holds whole, in place of the service's own; a page is loaded at once for it. */
  readonly order?: (one: Item, other: Item) => number
  /** Items that stand elsewhere on the page, and are left out here. */
  readonly isElsewhere?: (item: Item) => boolean
  /** Told of every page that arrives, before it is drawn. */
  readonly arrived?: (items: readonly Item[]) => void
  /** Said where there is nothing: a sentence, or a part that stands in its place. */
  readonly none: string | HTMLElement
  /** Items leave the list: a refresh shows as many as before, and none that has left. */
  readonly changing?: boolean
  /** How the service is asked; without a key when not given. */
  readonly ask?: <Body>(path: string) => Promise<Answer<Body>>
}

/** A list that knows how much it shows. */
export interface PagedList extends RefreshedPart {
  /** How many it shows, and whether there are more. */
  count(): { readonly shown: number; readonly more: boolean }
}

/** Builds the list, empty until it is refreshed. */
export function createPagedList<Name extends string, Item>(options: PagedListOptions<Name, Item>): PagedList {
  const {
    name,
    path,
    pageSize,
    firstRows = pageSize,
    keyOf,
    draw,
    none,
    changing = false,
    order,
    ask = askOpenly,
    isElsewhere = () => false,
    arrived = () => {},
  } = options
  const list = h('ul', { class: 'entries', role: 'list' })
  const more = h('button', { type: 'button', class: 'button button-quiet', hidden: true }, 'Show more')
  const empty = typeof none === 'string' ? h('p', { class: 'muted' }, none) : none
  empty.hidden = true
  const rows = keyedList(list, keyOf, draw)
  let items: readonly Item[] = []
  let cursor: string | null = null
  let shownMax = order ? firstRows : Infinity

  const load = (from: string | null, limit = pageSize) => {
    const query = new URLSearchParams({ limit: String(limit), ...(from === null ? {} : { cursor: from }) })
    return ask<ListAnswer<Name, Item>>(`${path}${path.includes('?') ? '&' : '?'}${query}`)
  }
  const show = () => {
    const here = items.filter((item) => !isElsewhere(item))
    const shown = (order && cursor === null ? here.toSorted(order) : here).slice(0, shownMax)
    rows.show(shown)
    alignPoints(list)
    more.hidden = cursor === null && shown.length === here.length
    more.disabled = false
    // Where all of them are here already, it says how many.
    more.textContent = cursor === null ? `Show all ${here.length}` : 'Show more'
    empty.hidden = shown.length > 0
  }
  const showMore = async () => {
    const first = list.childElementCount
    if (shownMax >= items.length) {
      more.disabled = true
      const asked = cursor
      const answer = await load(asked)
      if (asked !== cursor) return
      if (answer.kind !== 'ok') {
        more.disabled = false
        more.textContent = 'No answer. Try again'
        return
      }
      const next = answer.body[name] as readonly Item[]
      arrived(next)
      items = merged(items, next, keyOf)
      cursor = answer.body.nextCursor
    }
    shownMax = cursor === null && order ? Infinity : shownMax + pageSize
    show()
    list.children[first]?.querySelector<HTMLElement>('a, button, summary')?.focus({ preventScroll: true })
  }
  more.addEventListener('click', () => void showMore())

  return {
    element: h('div', null, list, more, empty),
    count: () => ({ shown: items.length, more: cursor !== null }),
    async refresh() {
      const answer = await load(null, changing ? Math.min(PAGE_ROWS_MAX, Math.max(firstRows, items.length)) : order ? pageSize : firstRows)
      if (answer.kind !== 'ok') return false
      const newest = answer.body[name] as readonly Item[]
      arrived(newest)
      const known = new Set(items.map(keyOf))
      // Where none of the newest was there before, what is between the two is not known: the list begins anew.
      const joins = !changing && newest.some((item) => known.has(keyOf(item)))
      items = joins ? merged(newest, items, keyOf) : newest
      if (!joins) cursor = answer.body.nextCursor
      show()
      return true
    },
  }
}

/** The first items, and those of the second that are not among them. */
function merged<Item>(first: readonly Item[], second: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const known = new Set(first.map(keyOf))
  return [...first, ...second.filter((item) => !known.has(keyOf(item)))]
}
