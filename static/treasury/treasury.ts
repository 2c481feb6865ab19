import type { BuybacksAnswer, BuybackView } from '../../src/features/buyback/buyback-view.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import { alignPoints, amountFigure } from '../lib/amount-figure.ts'
import { comparableAddress } from '../lib/address.ts'
import { ask } from '../lib/api.ts'
import { columnHeads } from '../lib/coin-parts.ts'
import { createConnectionBar } from '../lib/connection.ts'
import { byId, type Child, fill, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { keyedList } from '../lib/keyed-list.ts'
import { explorerUrl, insideLink, outsideLink } from '../lib/links.ts'
import { noneMain } from '../lib/none-card.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { boughtCoinRow, boughtRow } from './bought-rows.ts'

const POLL_MS = 15_000
const NOTHING_BOUGHT = 'The treasury has bought nothing yet.'
const EACH_APPEARS = 'Each buyback appears here with its transaction.'
const BOUGHT = '/api/buybacks?by=treasury&status=executed'

type Treasury = BuybacksAnswer['treasury']

/** Shows what the treasury bought, and keeps it true. */
function startTreasury(): void {
  const clock = createServerClock()
  const times = createPageTimes({ clock })
  const latest = createPagedList<'buybacks', BuybackView>({
    name: 'buybacks',
    path: BOUGHT,
    firstRows: 10,
    pageSize: 50,
    keyOf: ({ id }) => id,
    draw: boughtRow,
    none: NOTHING_BOUGHT,
  })
  const stats = h('dl', { class: 'stats', 'aria-label': 'Figures' })
  const heads = columnHeads('Coin', 'Tokens', 'Now', 'When', 'Transaction', 'Spent')
  const units = [h('span', { class: 'unit muted' }), h('span', { class: 'unit muted' }), heads.lastElementChild!] as const
  const coins = h('ul', { class: 'entries', role: 'list' })
  const rows = keyedList<Treasury['coins'][number]>(coins, ({ mint }) => mint, boughtCoinRow)
  const parts = h(
    'div',
    { class: 'board-columns one-currency treasury-lists' },
    section('latest', 'Latest buybacks', units[0], heads, latest.element),
    h('div', { class: 'board-side' }, section('coins', 'Coins', units[1], coins)),
  )
  const none = h('section', { class: 'card', 'aria-label': 'Buybacks', hidden: true })
  byId('page').append(none)
  let etag: string | null = null

  const update = async (): Promise<void> => {
    const [answer, isLatest] = await Promise.all([ask<BuybacksAnswer>(`${BOUGHT}&limit=1`, { etag }), latest.refresh()])
    if (answer.kind === 'ok') {
      const { treasury } = answer.body
      etag = answer.etag
      fill(stats, ...figures(treasury))
      for (const unit of units) unit.textContent = `Spent, ${treasury.spent.currency}`
      rows.show(treasury.coins)
      alignPoints(coins)
      if (byId('address').childElementCount === 0) showWallet(treasury)
      const isBare = treasury.coins.length === 0
      none.hidden = !isBare
      fill(none, isBare && nothingBought(treasury))
      byId('page').classList.toggle('one-column', isBare)
      if (!isBare && parts.parentElement === null) byId('page').append(stats, parts)
    }
    connection.show(isLatest && (answer.kind === 'ok' || answer.kind === 'same'))
    byId('page').removeAttribute('aria-busy')
    times.refresh()
  }
  const polling = poll(POLL_MS, update)
  const connection = createConnectionBar(polling.now)
  polling.now()
}

/** What a treasury that bought nothing has to buy with, and where it comes from. */
const nothingBought = ({ balance, wallet }: Treasury): HTMLElement =>
  noneMain('clock', {
    title: wallet === null ? 'Buybacks are off' : 'Nothing bought yet',
    text: [
      wallet === null ? 'When they begin, each one appears here with its transaction.' : EACH_APPEARS,
      ...(balance === null ? [] : [' The wallet that buys has ', amountFigure(balance, 'value'), '.']),
    ],
    way: insideLink('/about', { class: 'button' }, 'How fees reach the treasury'),
  })

function showWallet({ wallet }: Treasury): void {
  byId('address').hidden = wallet === null
  if (wallet === null) return
  const explorer = explorerUrl('address', wallet)
  fill(
    byId('address'),
    comparableAddress(wallet, 'address'),
    explorer !== null && h('p', { class: 'wallet-links' }, outsideLink(explorer, 'See it in the explorer')),
  )
}

function section(id: string, title: string, beside: HTMLElement, ...children: readonly Child[]): HTMLElement {
  const heading = h('h2', { id: `${id}-title` }, title)
  return h('section', { class: 'card', 'aria-labelledby': heading.id }, h('div', { class: 'card-head' }, heading, beside), ...children)
}

function figures({ wallet, balance, spent, coins }: Treasury): HTMLElement[] {
  const figure = (name: string, value: Child, note: Child) =>
    h('div', { class: 'stat' }, h('dt', null, name), h('dd', null, h('strong', null, value), h('span', { class: 'muted' }, note)))
  const runs = coins.reduce((sum, coin) => sum + coin.runs, 0)
  const held = coins.filter(({ burnedTokens }) => burnedTokens === '0').length
  const burned = coins.filter(({ tokens, burnedTokens }) => burnedTokens !== '0' && tokens === burnedTokens).length
  const parted = coins.length - held - burned
  // Each coin is counted once: as burned, as held, or as both.
  const noteOf = (part: string) => (parted === 0 ? `of ${plural(coins.length, 'coin')} bought` : `and ${part} of ${countText(parted)} more`)
  return [
    figure('Spent', amountFigure(spent, 'cost'), 'fees and rent included'),
    figure('Buybacks', countText(runs), `of ${plural(coins.length, 'coin')}`),
    // Tokens of different coins add up to nothing: coins are counted.
    figure('Burned', plural(burned, 'coin'), noteOf('a part')),
    wallet === null
      ? figure('Held', plural(held, 'coin'), noteOf('the rest'))
      : balance === null
        ? figure('Balance', 'Not known', 'the chain does not answer')
        : figure('Balance', amountFigure(balance, 'value'), 'in the wallet that buys'),
  ]
}

startTreasury()
