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
import { nonePart } from '../lib/none-card.ts'
import { explorerUrl, insideLink, outsideLink } from '../lib/links.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { boughtCoinRow, boughtRow } from './bought-rows.ts'

const POLL_MS = 15_000
const NOTHING_BOUGHT = 'The treasury has bought nothing yet.'
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
  const units = [h('span', { class: 'unit muted' }), h('span', { class: 'unit muted' })] as const
  const coins = h('ul', { class: 'entries', role: 'list' })
  const rows = keyedList<Treasury['coins'][number]>(coins, ({ mint }) => mint, boughtCoinRow)
  const parts = h(
    'div',
    { class: 'board-columns one-currency' },
    section('latest', ['Latest buybacks', units[0]], columnHeads('Coin', 'Bought', 'When', 'Transaction', 'Spent'), latest.element),
    h('div', { class: 'board-side' }, section('coins', ['Coins', units[1]], coins)),
  )
  // What says that there is nothing stands in the card that says what it would be.
  const none = h('div', { hidden: true })
  byId('address').after(none)
  let etag: string | null = null

  const update = async (): Promise<void> => {
    const [answer, isLatest] = await Promise.all([ask<BuybacksAnswer>(`${BOUGHT}&limit=1`, { etag }), latest.refresh()])
    if (answer.kind === 'ok') {
      const { treasury } = answer.body
      etag = answer.etag
      fill(stats, ...figures(treasury))
      for (const unit of units) unit.textContent = ` in ${treasury.spent.currency}`
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
function nothingBought({ balance, wallet }: Treasury): HTMLElement {
  const waiting = wallet === null ? 'No wallet buys at present.' : 'What it buys, burns and holds appears here.'
  const none = nonePart(NOTHING_BOUGHT, ...(balance === null ? [waiting] : [amountFigure(balance, 'value'), ' in the wallet that buys.']))
  none.append(insideLink('/about', { class: 'button' }, 'How fees reach the treasury'))
  return none
}

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

function section(id: string, title: readonly Child[], ...children: readonly Child[]): HTMLElement {
  const heading = h('h2', { id: `${id}-title` }, ...title)
  return h('section', { class: 'card', 'aria-labelledby': heading.id }, h('div', { class: 'card-head' }, heading), ...children)
}

function figures({ wallet, balance, spent, coins }: Treasury): HTMLElement[] {
  const figure = (name: string, value: Child, note: Child) =>
    h('div', { class: 'stat' }, h('dt', null, name), h('dd', null, h('strong', null, value), h('span', { class: 'muted' }, note)))
  const runs = coins.reduce((sum, coin) => sum + coin.runs, 0)
  const burning = coins.filter(({ burnedTokens }) => burnedTokens !== '0').length
  const heldToo = coins.filter(({ tokens, burnedTokens }) => burnedTokens !== '0' && tokens !== burnedTokens).length
  return [
    figure('Spent', amountFigure(spent, 'cost'), 'fees and rent included'),
    figure('Buybacks', countText(runs), `of ${plural(coins.length, 'coin')}`),
    figure(
      'Coins burned',
      countText(burning),
      `of ${countText(coins.length)}${heldToo > 0 ? `, ${countText(heldToo)} of them in part` : ''}`,
    ),
    balance !== null
      ? figure('Balance', amountFigure(balance, 'value'), 'in the wallet that buys')
      : wallet === null
        ? figure('Balance', '–', 'no wallet buys at present')
        : figure('Balance', 'Not known', 'the chain does not answer'),
  ]
}

startTreasury()
