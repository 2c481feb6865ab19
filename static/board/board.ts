import type { BoardResponse } from '../../src/features/board/board-response-view.ts'
import type { StatsView } from '../../src/features/proof/proof-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { createConnectionBar } from '../lib/connection.ts'
import { byId, type Child, fill, h } from '../lib/dom.ts'
import { countText, type FigureKind } from '../../src/domain/money/figure-text.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { createBuybackList } from './buyback-list.ts'
import { createCoinList } from './coin-list.ts'
import { emptyBoard, nextCoin } from './empty-board.ts'
import { createFeeSection } from './fee-section.ts'
import { createPaymentList } from './payment-list.ts'

const POLL_MS = 10_000
/** Trades are no part of the record: nobody says when a price has changed. */
const MARKETS_MS = 15_000

/** Below so many coins stands how to launch one. */
const FEW_COINS = 5

/** What stands on the page. */
const createParts = (clock: ReturnType<typeof createServerClock>) => ({
  coins: createCoinList({ clock }),
  payments: createPaymentList(),
  buybacks: createBuybackList(),
  chart: createFeeSection(byId('chart-title')),
})

type Parts = ReturnType<typeof createParts>

/** Puts the parts in their places, and keeps them true. */
function startBoard(): void {
  const clock = createServerClock()
  const times = createPageTimes({ clock })
  const parts = createParts(clock)
  const { coins, payments, buybacks, chart } = parts
  byId('coins-wait').replaceWith(coins.element)
  byId('launch').before(coins.feed)
  byId('payouts').append(payments.element)
  byId('chart').append(chart.element)
  byId('buybacks').append(buybacks.element)
  let etag: string | null = null

  const update = async (): Promise<void> => {
    const [board, runs, listed] = await Promise.all([ask<BoardResponse>('/api/board', { etag }), buybacks.refresh(), coins.refresh()])
    let answered = runs && listed && (board.kind === 'ok' || board.kind === 'same')
    if (board.kind === 'ok') {
      clock.learn(board.body.generatedAt)
      showBoard(parts, board.body)
      const loads = await Promise.all([payments.follow(board.body), board.body.stats.remits > 0 ? chart.refresh() : true])
      if (loads.includes(false)) answered = false
      showSide(board.body)
      // With a part missing the snapshot counts as not seen: it is asked for again.
      etag = answered ? board.etag : null
    }
    connection.show(answered)
    document.body.removeAttribute('aria-busy')
    times.refresh()
  }
  keepInSight(byId('side'))
  const polling = poll(POLL_MS, update, { live: true })
  const connection = createConnectionBar(polling.now)
  polling.now()
  poll(MARKETS_MS, coins.refreshMarkets).now()
}

function showBoard(
  { coins, chart }: Pick<Parts, 'coins' | 'chart'>,
  { stats, coins: newest, platforms, launching, launchingSince }: BoardResponse,
): void {
  const isEmpty = stats.coins === 0 && launching === 0
  show(byId('empty'), isEmpty, emptyBoard)
  // Where the card of the next coin is not, one button says the same.
  byId('launch').hidden = isEmpty || stats.coins <= FEW_COINS
  byId('filled').hidden = isEmpty
  // With nothing to show beside them the coins have the whole width.
  byId('filled').classList.toggle('board-alone', isAlone(stats))
  coins.offer(platforms)
  chart.offer(stats.remitted)
  coins.showNewest(newest, stats.coins)
  coins.showLaunching(launching, launchingSince)
  showStats(stats, newest)
}

/** Only what is shown is there: both have the same ways. */
function show(place: HTMLElement, isShown: boolean, build: () => HTMLElement[]): void {
  if (isShown === place.hidden) fill(place, ...(isShown ? build() : []))
  place.hidden = !isShown
}

/** Comes as a whole, once it has what it shows, so that nothing in it moves; on a phone it stands before the card of the next coin. */
function showSide({ stats, launching }: Pick<BoardResponse, 'stats' | 'launching'>): void {
  byId('chart-section').hidden = stats.remits === 0
  byId('payouts-section').hidden = stats.remits === 0
  byId('side').hidden = isAlone(stats)
  show(byId('next'), stats.coins + launching > 0 && stats.coins <= FEW_COINS, nextCoin)
}

const isAlone = ({ remits, buybacks }: StatsView): boolean => remits === 0 && buybacks === 0

/** Tells the style sheet how high it is: what is higher than the window stays in sight with its end, all else with its beginning. */
function keepInSight(side: HTMLElement): void {
  new ResizeObserver(() => side.style.setProperty('--height', `${side.offsetHeight}px`)).observe(side)
}

/**
 * One line; what is zero is left out. The record counts every lock that was made: with all coins at hand, those taken away since are not
 * among them. Only a locked coin's fees can be taken away, and it no longer counts as locked itself.
 */
function showStats({ coins: launched, locked, remitted, buybacks: runs, bought }: StatsView, newest: BoardResponse['coins']): void {
  const taken = newest.filter(({ feesRedirected }) => feesRedirected !== null).length
  const isAll = newest.length >= launched
  const sums = (amounts: StatsView['remitted'], kind: FigureKind) =>
    amounts
      .filter(({ amount }) => amount !== '0')
      .flatMap((amount, index) => [index > 0 && ' + ', h('strong', null, amountFigure(amount, kind))])
  const count = (total: number, ...what: readonly Child[]) => total > 0 && h('li', null, h('strong', null, countText(total)), ...what)
  const paid = sums(remitted, 'payout')
  fill(
    byId('stats'),
    count(launched, launched === 1 ? ' coin' : ' coins'),
    isAll ? count(locked - taken, ' locked') : count(locked, ' locked so far'),
    isAll && count(newest.filter(({ feeShareLocked, feesRedirected }) => !feeShareLocked && feesRedirected === null).length, ' not locked'),
    isAll && count(taken, h('span', { class: 'stat-taken' }, ' with fees taken away')),
    paid.length > 0 && h('li', null, ...paid, ' paid'),
    count(runs, runs === 1 ? ' buyback of ' : ' buybacks of ', ...sums(bought, 'cost')),
  )
}

startBoard()
