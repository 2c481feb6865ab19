import { SEARCHED_COINS_MAX } from '../../src/domain/results/coin-choices.ts'
import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { createFigureColumns } from '../lib/amount-figure.ts'
import { type Answer, ask } from '../lib/api.ts'
import { h } from '../lib/dom.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import { plural } from '../lib/format.ts'
import { insideLink } from '../lib/links.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { type ChangeSelection, type CoinControls, createCoinControls } from './coin-controls.ts'
import { createCoinHeads } from './coin-heads.ts'
import { createCoinRows } from './coin-rows.ts'
import { createLaunchingRow, type LaunchingRow } from './launching-row.ts'
import { createNoMatchRow } from './no-match-row.ts'
import { type Loaded, matches, mergeFirst, nothing } from './loaded-coins.ts'
import { localOrder, ordered, ORDERED_COINS } from './local-order.ts'
import { createMarketFigures, type MarketFigures } from './market-figures.ts'
import { type BoardSelection, readSelection, serviceQuery, writeSelection } from './coin-selection.ts'
import { createShortList } from './short-list.ts'
import { showColumns } from './show-columns.ts'

const FIRST_ROWS = 50
/** The most that one answer of the service holds. */
const MORE_ROWS = 200
/** More at once would be seen: a row costs a third of a millisecond. One group of rows. */
const ROWS_A_FRAME = 10
const SEARCH_PAUSE_MS = 200
/** Among so few there is nothing to filter. */
const FEW_COINS = 5
/** What is longer stands below the field instead of in it. */
const IN_FIELD_MAX = 18
const UNREAD = 'Market values cannot be read right now; trying again.'

/** The list of coins with its order, its filters and its search, all of which are in the page's address. */
export interface CoinList {
  readonly element: HTMLElement
  /** The feed of the same list. */
  readonly feed: HTMLElement
  /** Shows the newest coins; what did not change is not drawn again. `count` is how many there are in all. */
  showNewest(coins: readonly ListedCoin[], count: number): void
  showLaunching: LaunchingRow['show']
  /** The launchpads to choose between. */
  offer: CoinControls['offer']
  /** Asks for the first page again where another list than the newest of all coins is shown; false when the service did not answer. */
  refresh(): Promise<boolean>
  /** Asks what the coins in sight trade at. */
  refreshMarkets: MarketFigures['refresh']
}

/** Builds the list. */
export function createCoinList({ clock }: { readonly clock: ServerClock }): CoinList {
  const figure = createFigureColumns(() => [newestRows.element, foundRows.element])
  const markets = createMarketFigures({ clock, groups: () => shown.element, learned: () => drawColumns(), figure })
  // Who comes back from a search finds the rows as they were: thousands of them are not drawn again.
  const [newestRows, foundRows] = [createCoinRows(markets, figure), createCoinRows(markets, figure)]
  let shown = newestRows
  const [{ status, unread, feed }, short] = [countLine(), createShortList(() => draw())]
  const more = h('button', { type: 'button', class: 'button button-quiet', hidden: true, onclick: () => void showMore() }, 'Show more')
  const newest = nothing()
  let [total, listed, isGrowing, isNone, etag] = [0, newest, false, false, null as string | null]
  let pause: ReturnType<typeof setTimeout> | undefined
  let selection = readSelection(location.search)
  /** As the address has it: empty for the newest of all coins, which come with the board. */
  let asked = writeSelection(selection)

  const statusText = (): string => {
    const count = countText(listed.coins.length)
    const seen = short.cut(listed.coins).length
    if (asked === '') return listed.hasMore || seen < listed.coins.length ? `${countText(seen)} of ${countText(total)}` : ''
    const cut =
      selection.q !== undefined && total > SEARCHED_COINS_MAX ? `; parts of names in the newest ${countText(SEARCHED_COINS_MAX)} coins` : ''
    if (localOrder(selection.sort) && listed.hasMore) return `Newest ${countText(listed.coins.length)} only`
    return `${count}${listed.hasMore ? '+' : ''} found${cut}`
  }

  const seenCoins = () => (isNone ? newest.coins.slice(0, FEW_COINS) : listed.coins)

  const drawColumns = () => {
    const words = showColumns(seenCoins(), { heads, table, marketOf: markets.of }) ? '' : UNREAD
    if (unread.textContent !== words) unread.textContent = words
  }

  const draw = (note = statusText()) => {
    const order = localOrder(selection.sort)
    isNone = asked !== '' && listed.coins.length === 0 && note === statusText()
    drawColumns()
    const before = shown
    shown = listed === newest ? newestRows : foundRows
    const rows = order && !isNone ? ordered(listed.coins, order, markets.of) : seenCoins()
    shown.show(short.cut(rows))
    if (before !== shown) {
      before.element.replaceWith(shown.element)
      markets.refreshAtRest()
    }
    feed.search = serviceQuery(selection)
    Object.assign(more, { hidden: !short.isCut(rows) && (!listed.hasMore || order !== undefined), disabled: isGrowing })
    noMatch.show(isNone, selection.q)
    if (status.textContent !== note) status.textContent = note
    status.classList.toggle('coin-long', note.length > IN_FIELD_MAX)
    status.classList.toggle('coin-plain', asked === '')
  }

  const refresh = async (): Promise<boolean> => {
    if (asked === '') return true
    const [before, known] = [asked, etag]
    const order = localOrder(selection.sort)
    const answer = await loadCoins(selection, order ? ORDERED_COINS : FIRST_ROWS, null, known)
    if (order && answer.kind === 'ok') await markets.learn(answer.body.coins)
    if (before !== asked || answer.kind === 'same') return true
    if (answer.kind !== 'ok') {
      if (known === null) draw(failureText(answer, newest.coins.length))
      return answer.kind === 'problem' && answer.status < 500
    }
    const { coins, nextCursor } = answer.body
    // What was found among the loaded coins stands there until the service has answered.
    if (known === null) listed = nothing()
    mergeFirst(listed, coins, { cursor: nextCursor, hasMore: nextCursor !== null })
    etag = answer.etag
    draw()
    return true
  }

  const select = (chosen: BoardSelection, pauseMs: number) => {
    const isSameCoins = serviceQuery({ ...chosen, sort: 'newest' }) === serviceQuery({ ...selection, sort: 'newest' })
    selection = chosen
    asked = writeSelection(selection)
    etag = null
    clearTimeout(pause)
    if (asked === '') {
      listed = newest
      return draw()
    }
    // What is loaded is searched at once; the service, which knows all of them, answers a moment later.
    const { q, ...others } = selection
    const isSearch = q !== undefined && Object.keys(others).length === 0
    const coins = isSearch ? newest.coins.filter((coin) => matches(coin, q)) : isSameCoins ? listed.coins : []
    listed = { ...nothing(), coins: coins.slice(0, FIRST_ROWS) }
    draw(isSearch ? 'Searching…' : 'Loading…')
    pause = setTimeout(() => void refresh(), pauseMs)
  }

  const change: ChangeSelection = (changes, typed) => {
    select(
      readSelection(`?${new URLSearchParams(Object.entries({ ...selection, ...changes }).filter(isSaid))}`),
      typed ? SEARCH_PAUSE_MS : 0,
    )
    const address = asked === '' ? location.pathname : `?${asked}`
    // Each choice is a place to come back to; each letter is none.
    if (typed) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    showSelection()
  }
  const [controls, heads, launching] = [createCoinControls(change, status), createCoinHeads(change), createLaunchingRow({ clock })]
  const noMatch = createNoMatchRow(() => change(ALL, false))
  const table = tableOf(noMatch.element, heads.element, launching.element, shown.element)
  const showSelection = () => {
    controls.show(selection)
    heads.show(selection)
    table.dataset['sort'] = selection.sort ?? 'newest'
  }
  addEventListener('popstate', () => (select(readSelection(location.search), 0), showSelection()))
  showSelection()
  if (asked !== '') select(selection, 0)

  const focusRow = (index: number) => shown.element.querySelectorAll<HTMLElement>('.coin-link')[index]?.focus({ preventScroll: true })
  const grow = async (target: Loaded): Promise<string | null> => {
    // Some rows a frame; answers what is to be said then, or null when another list was chosen meanwhile.
    // Without a cursor the list so far came with the board: it is passed over once, together with the next page.
    const limit = target.cursor === null ? Math.min(MORE_ROWS, target.coins.length + MORE_ROWS) : MORE_ROWS
    const answer = await loadCoins(selection, limit, target.cursor)
    if (target !== listed) return null
    if (answer.kind !== 'ok') return 'No answer; try again.'
    const { coins, nextCursor } = answer.body
    const known = new Set(target.coins.map(({ mint }) => mint))
    const added = coins.filter(({ mint }) => !known.has(mint))
    for (let from = 0; from < added.length; from += ROWS_A_FRAME) {
      if (from > 0) await nextFrame()
      // The cursor still leads to what is left out.
      if (target !== listed) return null
      const before = target.coins.length
      target.coins = [...target.coins, ...added.slice(from, from + ROWS_A_FRAME)]
      shown.show(target.coins)
      if (from === 0) focusRow(before)
    }
    Object.assign(target, { cursor: nextCursor, hasMore: nextCursor !== null })
    return statusText()
  }
  const showMore = async () => {
    const before = short.cut(listed.coins).length
    short.open()
    if (before < listed.coins.length) {
      draw()
      return focusRow(before)
    }
    isGrowing = more.disabled = true
    const words = await grow(listed)
    isGrowing = more.disabled = false
    if (words !== null) draw(words)
  }

  return {
    element: h('div', null, controls.element, table, unread, more),
    feed,
    showNewest(coins, ofAll) {
      total = ofAll
      controls.showFew(ofAll <= FEW_COINS)
      mergeFirst(newest, coins, { cursor: null, hasMore: ofAll > coins.length })
      newest.hasMore = ofAll > newest.coins.length
      if (asked === '' || isNone) draw()
    },
    showLaunching: launching.show,
    offer: controls.offer,
    refresh,
    refreshMarkets: markets.refresh,
  }
}

const ALL = { q: undefined, sort: undefined, status: undefined, fees: undefined, platform: undefined }

const tableOf = (...parts: readonly HTMLElement[]) => h('div', { class: 'coin-table', role: 'table', 'aria-label': 'Coins' }, ...parts)

/** How many are shown, the feed of the same list, and what stands below it while the markets are not read. */
function countLine() {
  const status = h('p', { class: 'coin-count muted', role: 'status' })
  const unread = h('p', { class: 'coin-unread', role: 'status' })
  return { status, unread, feed: insideLink('/feed.xml', { class: 'coin-feed' }, 'RSS feed') }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

const isSaid = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

const failureText = (answer: Exclude<Answer<unknown>, { kind: 'ok' }>, loaded: number): string =>
  answer.kind === 'problem' && answer.status < 500
    ? answer.detail
    : `Searched the ${plural(loaded, 'coin')} loaded; the service did not answer.`

/** Some coins of this selection behind a cursor, or only that they are the same as those of this ETag. */
function loadCoins(selection: BoardSelection, limit: number, cursor: string | null, known: string | null = null) {
  const page = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) })
  return ask<ListAnswer<'coins', ListedCoin>>(`/api/coins?${[String(page), serviceQuery(selection)].filter(Boolean).join('&')}`, {
    etag: known,
  })
}
