import { ask } from '../lib/api.ts'
import { ago, coinPicture, coinTitle, lockBadge } from '../lib/coin-parts.ts'
import { fill, h, keyedList, spoken } from '../lib/dom.ts'
import { countText, plural, solText } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import type { Coin } from '../lib/records.ts'

const PAGE = 50
const SEARCH_PAUSE_MS = 200

interface CoinPage {
  readonly coins: readonly Coin[]
  readonly nextCursor: string | null
}

/** The list of coins with its search. */
export interface CoinList {
  readonly element: HTMLElement
  /** Loads the newest page again; what did not change is not drawn again. False when no answer came. */
  refresh(): Promise<boolean>
}

/** What is loaded of a list. */
interface Loaded {
  coins: readonly Coin[]
  nextCursor: string | null
}

/** Builds the list. `changed` is told how many coins are known, after each load that was not a search. */
export function createCoinList(changed: (count: number, complete: boolean) => void): CoinList {
  const rows = h('ul', { class: 'coins', role: 'list' })
  const list = keyedList<Coin>(rows, ({ mint }) => mint, coinRow)
  const status = h('p', { class: 'muted', role: 'status' })
  const more = h('button', { type: 'button', class: 'button', hidden: true }, `Show ${PAGE} more`)
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Name, ticker or mint',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '64',
  })
  const element = h(
    'div',
    null,
    h('div', { class: 'search', role: 'search' }, h('label', { for: 'search', class: 'spoken' }, 'Search coins'), search, status),
    rows,
    more,
  )
  const newest: Loaded = { coins: [], nextCursor: null }
  let found: Loaded = newest
  let query = ''
  let pause: ReturnType<typeof setTimeout> | undefined

  const load = (cursor: string | null, q: string) =>
    ask<CoinPage>(
      `/api/coins?limit=${PAGE}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}${q === '' ? '' : `&q=${encodeURIComponent(q)}`}`,
    )

  const draw = (note?: string) => {
    list.show(found.coins)
    more.hidden = found.nextCursor === null
    more.disabled = false
    const count = `${countText(found.coins.length)}${found.nextCursor === null ? '' : '+'}`
    fill(
      status,
      note ??
        (query === ''
          ? newest.nextCursor === null
            ? ''
            : `${count} loaded`
          : found.coins.length === 0
            ? 'No coin matches.'
            : `${count} found`),
    )
  }

  const startSearch = async () => {
    query = search.value.trim()
    clearTimeout(pause)
    if (query === '') {
      found = newest
      return draw()
    }
    // What is loaded is searched at once; the service, which knows all of them, answers a moment later.
    found = { coins: newest.coins.filter((coin) => matches(coin, query)), nextCursor: null }
    draw('Searching…')
    pause = setTimeout(async () => {
      const asked = query
      const answer = await load(null, asked)
      if (asked !== query) return
      if (answer.kind === 'ok') found = { ...answer.body }
      draw(answer.kind === 'ok' ? undefined : `Searched the ${plural(newest.coins.length, 'coin')} loaded; the service did not answer.`)
    }, SEARCH_PAUSE_MS)
  }
  search.addEventListener('input', () => void startSearch())

  more.addEventListener('click', async () => {
    const target = found
    more.disabled = true
    const answer = await load(target.nextCursor, query)
    if (target !== found) return
    if (answer.kind !== 'ok') return draw('No answer; try again.')
    const known = new Set(target.coins.map(({ mint }) => mint))
    target.coins = [...target.coins, ...answer.body.coins.filter(({ mint }) => !known.has(mint))]
    target.nextCursor = answer.body.nextCursor
    const firstNew = rows.childElementCount
    draw()
    rows.children[firstNew]?.querySelector('a')?.focus()
  })

  return {
    element,
    async refresh() {
      const answer = await load(null, '')
      if (answer.kind !== 'ok') return false
      mergeHead(newest, answer.body)
      if (query === '') draw()
      changed(newest.coins.length, newest.nextCursor === null)
      return true
    },
  }
}

/** Puts the newest page before what is loaded already; starts anew when there is a gap between the two. */
function mergeHead(loaded: Loaded, head: CoinPage): void {
  const known = new Map(loaded.coins.map((coin) => [coin.mint, coin]))
  const oldest = head.coins.at(-1)
  if (loaded.coins.length === 0 || !oldest || !known.has(oldest.mint)) {
    Object.assign(loaded, { coins: head.coins, nextCursor: head.nextCursor })
    return
  }
  const heads = new Set(head.coins.map(({ mint }) => mint))
  const same = (coin: Coin) => {
    const old = known.get(coin.mint)
    return old && JSON.stringify(old) === JSON.stringify(coin) ? old : coin
  }
  loaded.coins = [...head.coins.map(same), ...loaded.coins.filter(({ mint }) => !heads.has(mint))]
}

function matches({ name, ticker, mint }: Coin, query: string): boolean {
  const wanted = query.toLowerCase().replace(/^\$/, '')
  return name.toLowerCase().includes(wanted) || ticker.toLowerCase().includes(wanted) || mint === query
}

const coinRow = (coin: Coin): HTMLElement =>
  h(
    'li',
    { class: 'coin-row' },
    insideLink(coinPath(coin.mint), { class: 'coin-link' }, coinPicture(coin, 44), coinTitle(coin)),
    h('span', { class: 'coin-meta muted' }, plural(coin.shareholders.length, 'wallet'), ' · ', ago(coin.launchedAt)),
    h('span', { class: 'coin-badges' }, lockBadge(coin), coin.status === 'graduated' && h('span', { class: 'badge' }, 'Graduated')),
    h(
      'span',
      { class: 'coin-paid' },
      coin.paidLamports === undefined ? '' : h('strong', null, `${solText(coin.paidLamports, 4)} SOL`),
      coin.paidLamports === undefined ? '' : h('span', { class: 'muted' }, ' paid'),
    ),
    spoken('.'),
  )
