import type { BoardResponse } from '../../src/features/board/board-response-view.ts'
import type { BuybackView } from '../../src/features/buyback/buyback-view.ts'
import type { StatsView } from '../../src/features/proof/proof-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { ask } from '../lib/api.ts'
import { ago, refreshTimes } from '../lib/coin-parts.ts'
import { byId, fill, foreign, h, keyedList } from '../lib/dom.ts'
import { createFeeChart } from '../lib/fee-chart.ts'
import { amountText, countText, plural } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { createPayoutList, transactionLink } from '../lib/payouts.ts'
import { poll } from '../lib/poll.ts'
import { type LoadedRemits, loadRemits } from '../lib/remits.ts'
import { createCoinList } from './coin-list.ts'
import { emptyBoard } from './empty-board.ts'

const POLL_MS = 10_000
/** Trades are no part of the record: nobody says when a price has changed. */
const MARKETS_MS = 15_000
/** Payments that the list can show; the whole record is in the API. */
const REMITS_MAX = 400

const payouts = createPayoutList({ withCoin: true })
const WEEK = { days: 7, name: '7 days' }
const chart = createFeeChart({
  path: (days) => `/api/board/fees?days=${days}`,
  unit: { currency: 'SOL', decimals: 9 },
  ranges: [{ days: 1, name: '24 hours' }, WEEK, { days: 30, name: '30 days' }],
  first: WEEK,
})
const coins = createCoinList()
const buybacks = h('ul', { class: 'payouts', role: 'list' })
const buybackRows = keyedList<BuybackView>(buybacks, ({ id }) => id, buybackRow)

byId('coins').append(coins.element)
byId('payouts').append(payouts.element)
byId('chart').append(chart.element)
byId('buybacks').append(buybacks)

let etag: string | null = null
let remits: LoadedRemits = { remits: [], complete: false }
let buybacksEtag: string | null = null

async function update(): Promise<void> {
  const [board, runs, listed] = await Promise.all([ask<BoardResponse>('/api/board', { etag }), refreshBuybacks(), coins.refresh()])
  let answered = runs && listed && (board.kind === 'ok' || board.kind === 'same')
  if (board.kind === 'ok') {
    showBoard(board.body)
    const loads = await Promise.all([refreshRemits(board.body), board.body.stats.remits > 0 ? chart.refresh() : true])
    if (loads.includes(false)) answered = false
    // With a part missing the snapshot counts as not seen: it is asked for again.
    etag = answered ? board.etag : null
  }
  byId('connection').hidden = answered
  document.body.removeAttribute('aria-busy')
  refreshTimes()
}

function showBoard({ stats, coins: newest, platforms }: BoardResponse): void {
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

async function refreshRemits(board: BoardResponse): Promise<boolean> {
  const known = new Set(remits.remits.map(({ id }) => id))
  if (board.remits.length > 0 && board.remits.every(({ id }) => known.has(id))) return true
  const isAll = board.remits.length === board.stats.remits
  const loaded = isAll ? { remits: board.remits, complete: true } : await loadRemits(remits, { most: REMITS_MAX })
  if (loaded === null) return false
  remits = loaded
  payouts.show(remits.remits)
  return true
}

async function refreshBuybacks(): Promise<boolean> {
  const answer = await ask<ListAnswer<'buybacks', BuybackView>>('/api/buybacks?limit=10', { etag: buybacksEtag })
  if (answer.kind === 'same') return true
  if (answer.kind !== 'ok') return false
  buybacksEtag = answer.etag
  byId('buybacks-section').hidden = answer.body.buybacks.length === 0
  buybackRows.show(answer.body.buybacks)
  return true
}

function showStats({ coins: launched, locked, remits: payments, remitted, buybacks: runs, bought }: StatsView): void {
  const figure = (name: string, value: string, note: string) =>
    h('div', { class: 'stat' }, h('dt', null, name), h('dd', null, h('strong', null, value), h('span', { class: 'muted' }, note)))
  // The first currency stands there in any case.
  const sums = (amounts: StatsView['remitted']) =>
    amounts
      .filter(({ amount }, index) => index === 0 || amount !== '0')
      .map((amount) => amountText(amount, 4))
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

const BUYBACK_WORDS: Record<BuybackView['status'], string> = {
  under_way: 'Under way',
  executed: 'Bought',
  skipped: 'Skipped',
  failed: 'Failed',
}

function buybackRow({ status, detail, mint, ticker, spent, burnedTokens, signature, at }: BuybackView): HTMLElement {
  return h(
    'li',
    { class: 'payout' },
    h('strong', { class: 'figure' }, spent === null ? BUYBACK_WORDS[status] : amountText(spent, 6)),
    h(
      'p',
      { class: 'payout-what muted' },
      mint && ticker && insideLink(coinPath(mint), {}, foreign(`$${ticker}`)),
      (burnedTokens ?? '0') !== '0' && 'burned',
      ago(at),
      signature && transactionLink(signature, 'the buyback'),
      detail,
    ),
  )
}

const watcher = poll(POLL_MS, update, { live: true })
watcher.now()
poll(MARKETS_MS, coins.refreshMarkets).now()
