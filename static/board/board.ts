import type { BoardResponse } from '../../src/features/board/board-response-view.ts'
import type { StatsView } from '../../src/features/proof/proof-view.ts'
import { ask } from '../lib/api.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { createFeeChart } from '../lib/fee-chart.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import { amountText, plural } from '../lib/format.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { createBuybackList } from './buyback-list.ts'
import { createCoinList } from './coin-list.ts'
import { emptyBoard } from './empty-board.ts'
import { createPaymentList } from './payment-list.ts'

const POLL_MS = 10_000
/** Trades are no part of the record: nobody says when a price has changed. */
const MARKETS_MS = 15_000

const WEEK = { days: 7, name: '7 days' }

/** What stands on the page. */
const createParts = (clock: ReturnType<typeof createServerClock>) => ({
  coins: createCoinList({ clock }),
  payments: createPaymentList(),
  buybacks: createBuybackList(),
  chart: createFeeChart({
    path: (days) => `/api/board/fees?days=${days}`,
    unit: { currency: 'SOL', decimals: 9 },
    ranges: [{ days: 1, name: '24 hours' }, WEEK, { days: 30, name: '30 days' }],
    first: WEEK,
  }),
})

type Parts = ReturnType<typeof createParts>

/** Puts the parts in their places, and keeps them true. */
function startBoard(): void {
  const clock = createServerClock()
  const times = createPageTimes({ clock })
  const parts = createParts(clock)
  const { coins, payments, buybacks, chart } = parts
  byId('coins').append(coins.element)
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
      // With a part missing the snapshot counts as not seen: it is asked for again.
      etag = answered ? board.etag : null
    }
    byId('connection').hidden = answered
    document.body.removeAttribute('aria-busy')
    times.refresh()
  }
  poll(POLL_MS, update, { live: true }).now()
  poll(MARKETS_MS, coins.refreshMarkets).now()
}

function showBoard({ coins }: Pick<Parts, 'coins'>, { stats, coins: newest, platforms }: BoardResponse): void {
  const isEmpty = stats.coins === 0
  if (isEmpty && byId('empty').childElementCount === 0) fill(byId('empty'), ...emptyBoard())
  byId('empty').hidden = !isEmpty
  byId('filled').hidden = isEmpty
  byId('chart-section').hidden = stats.remits === 0
  byId('payouts-none').hidden = stats.remits > 0
  coins.offer(platforms)
  coins.showNewest(newest, stats.coins)
  showStats(stats)
}

function showStats({ coins: launched, locked, remits: payments, remitted, buybacks: runs, bought }: StatsView): void {
  const figure = (name: string, value: string, note: string) =>
    h('div', { class: 'stat' }, h('dt', null, name), h('dd', null, h('strong', null, value), h('span', { class: 'muted' }, note)))
  // The first currency stands there in any case.
  const sums = (amounts: StatsView['remitted']) =>
    amounts
      .filter(({ amount }, index) => index === 0 || amount !== '0')
      .map((amount) => amountText(amount, 'payout'))
      .join(' + ')
  fill(
    byId('stats'),
    figure('Coins launched', countText(launched), 'by agents'),
    figure('Fees locked', countText(locked), `of ${countText(launched)}`),
    figure('Creator fees paid', sums(remitted), `in ${plural(payments, 'payment')}`),
    figure('Buybacks', sums(bought), `in ${plural(runs, 'run')}`),
  )
  byId('stats').hidden = false
}

startBoard()
