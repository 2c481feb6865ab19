import type { CoinView } from '../../src/features/coins/coin-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { ask } from '../lib/api.ts'
import { ago, coinPicture, coinTitle, lockBadge } from '../lib/coin-parts.ts'
import { h, keyedList, spoken } from '../lib/dom.ts'
import { amountText, countText, plural } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'

const PAGE_ROWS = 50
/** The most that one answer of the service holds. */
const PAGE_ROWS_MAX = 200
const SEARCH_PAUSE_MS = 200

/** The list of coins with its search. */
export interface CoinList {
  readonly element: HTMLElement
  /** Shows the newest coins; what did not change is not drawn again. `count` is how many there are in all. */
  showNewest(coins: readonly CoinView[], count: number): void
}

/** What is loaded of a list. A `cursor` of null with `hasMore` = where it goes on is not known yet. */
interface Loaded {
  coins: readonly CoinView[]
  cursor: string | null
  hasMore: boolean
}

/** Builds the list. */
export function createCoinList(): CoinList {
  const rows = h('ul', { class: 'coins', role: 'list' })
  const list = keyedList<CoinView>(rows, ({ mint }) => mint, coinRow)
  const status = h('p', { class: 'muted', role: 'status' })
  const more = h('button', { type: 'button', class: 'button', hidden: true }, `Show ${PAGE_ROWS} more`)
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Name, ticker or mint',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '64',
  })
  const label = h('label', { for: 'search', class: 'spoken' }, 'Search coins')
  const element = h('div', null, h('div', { class: 'search', role: 'search' }, label, search, status), rows, more)
  const newest: Loaded = { coins: [], cursor: null, hasMore: false }
  let total = 0
  let found: Loaded = newest
  let query = ''
  let pause: ReturnType<typeof setTimeout> | undefined

  const load = (limit: number, cursor: string | null) => {
    const parameters = new URLSearchParams({
      limit: String(limit),
      ...(cursor === null ? {} : { cursor }),
      ...(query === '' ? {} : { q: query }),
    })
    return ask<ListAnswer<'coins', CoinView>>(`/api/coins?${parameters}`)
  }

  const statusText = (): string => {
    if (query === '') return found.hasMore ? `${countText(found.coins.length)} of ${countText(total)}` : ''
    return found.coins.length === 0 ? 'No coin matches.' : `${countText(found.coins.length)}${found.hasMore ? '+' : ''} found`
  }

  const draw = (note = statusText()) => {
    list.show(found.coins)
    more.hidden = !found.hasMore
    more.disabled = false
    if (status.textContent !== note) status.textContent = note
  }

  search.addEventListener('input', () => {
    query = search.value.trim().replace(/^\$/, '')
    clearTimeout(pause)
    if (query === '') {
      found = newest
      return draw()
    }
    // What is loaded is searched at once; the service, which knows all of them, answers a moment later.
    found = { coins: newest.coins.filter((coin) => matches(coin, query)), cursor: null, hasMore: false }
    draw('Searching…')
    pause = setTimeout(() => void searchAll(query), SEARCH_PAUSE_MS)
  })

  const searchAll = async (asked: string) => {
    const answer = await load(PAGE_ROWS, null)
    if (asked !== query) return
    if (answer.kind !== 'ok') return draw(`Searched the ${plural(newest.coins.length, 'coin')} loaded; the service did not answer.`)
    const { coins, nextCursor } = answer.body
    found = { coins, cursor: nextCursor, hasMore: nextCursor !== null }
    draw()
  }

  const showMore = async () => {
    const target = found
    more.disabled = true
    // Without a cursor the list so far came with the board: it is passed over once, together with the next page.
    const isStart = target.cursor === null
    const answer = await load(isStart ? Math.min(PAGE_ROWS_MAX, target.coins.length + PAGE_ROWS) : PAGE_ROWS, target.cursor)
    if (target !== found) return
    if (answer.kind !== 'ok') return draw('No answer; try again.')
    const firstNew = target.coins.length
    const known = new Set(target.coins.map(({ mint }) => mint))
    target.coins = [...target.coins, ...answer.body.coins.filter(({ mint }) => !known.has(mint))]
    target.cursor = answer.body.nextCursor
    target.hasMore = target.cursor !== null
    draw()
    rows.children[firstNew]?.querySelector('a')?.focus({ preventScroll: true })
  }
  more.addEventListener('click', () => void showMore())

  return {
    element,
    showNewest(coins, count) {
      total = count
      mergeNewest(newest, coins, count)
      if (query === '') draw()
    },
  }
}

/** Puts the newest coins before what is loaded already; starts anew when there is a gap between the two. */
function mergeNewest(loaded: Loaded, newest: readonly CoinView[], count: number): void {
  const known = new Map(loaded.coins.map((coin) => [coin.mint, coin]))
  const oldest = newest.at(-1)
  if (!oldest || !known.has(oldest.mint)) {
    Object.assign(loaded, { coins: newest, cursor: null, hasMore: count > newest.length })
    return
  }
  const heads = new Set(newest.map(({ mint }) => mint))
  const same = (coin: CoinView) => {
    const old = known.get(coin.mint)
    return old && JSON.stringify(old) === JSON.stringify(coin) ? old : coin
  }
  loaded.coins = [...newest.map(same), ...loaded.coins.filter(({ mint }) => !heads.has(mint))]
  loaded.hasMore = count > loaded.coins.length
}

function matches({ name, ticker, mint }: CoinView, query: string): boolean {
  const wanted = query.toLowerCase()
  return name.toLowerCase().includes(wanted) || ticker.toLowerCase().includes(wanted) || mint === query
}

const coinRow = (coin: CoinView): HTMLElement =>
  h(
    'li',
    { class: 'coin-row' },
    insideLink(
      coinPath(coin.mint),
      { class: 'coin-link' },
      coinPicture(coin, 44),
      h(
        'span',
        { class: 'coin-text' },
        coinTitle(coin),
        h('span', { class: 'coin-meta muted' }, plural(coin.shareholders.length, 'wallet'), ' · ', ago(coin.launchedAt)),
      ),
    ),
    h('span', { class: 'coin-badges' }, lockBadge(coin), coin.status === 'graduated' && h('span', { class: 'badge' }, 'Graduated')),
    h('span', { class: 'coin-paid' }, h('strong', null, amountText(coin.paid, 4)), h('span', { class: 'muted' }, ' paid')),
    spoken('.'),
  )
