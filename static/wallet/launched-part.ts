import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'
import { countUpTo } from '../../src/domain/money/figure-text.ts'
import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import type { AgentRecordResponse } from '../../src/features/wallets/agent-record-view.ts'
import { alignedFigure, amountFigure } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { ago, columnHeads, lockMark } from '../lib/coin-parts.ts'
import { type Child, fill, foreign, h, spoken } from '../lib/dom.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { createPagedList } from '../lib/paged-list.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

/** The coins that a wallet launched here, newest first, and what they paid to others; hidden until there is one. */
export function createLaunchedPart(wallet: string): RefreshedPart {
  const path = `/api/agents/${encodeURIComponent(wallet)}`
  const words = h('span', { class: 'unit muted' })
  const coins = createPagedList<'coins', ListedCoin>({
    name: 'coins',
    path: `${path}/coins`,
    firstRows: 5,
    pageSize: 50,
    keyOf: ({ mint }) => mint,
    draw: launchedRow,
    none: '',
  })
  const heading = h('h2', { id: 'launched' }, 'Launched here', words)
  const element = h(
    'section',
    { class: 'card launched', 'aria-labelledby': heading.id, hidden: true },
    heading,
    columnHeads('Coin', 'Fees', 'Launched', 'Paid to crew'),
    coins.element,
  )
  return {
    element,
    async refresh() {
      const answer = await ask<AgentRecordResponse>(path)
      // Of who launched nothing there is no record.
      if (answer.kind !== 'ok') return answer.kind === 'problem'
      if (answer.body.coins.launched === 0) return true
      fill(words, ...launchedBy(answer.body))
      const isWhole = await coins.refresh()
      if (isWhole) element.hidden = false
      return isWhole
    },
  }
}

function launchedBy({ coins, paidToOthers }: AgentRecordResponse): Child[] {
  const count = (some: number) => countUpTo(some, OWN_LIMITS.agentCoinsMax)
  const paid = paidToOthers.filter(({ amount }) => amount !== '0')
  const sums = paid.flatMap((amount, index) => [index > 0 && ' + ', amountFigure(amount, 'payout')])
  const fees = paid.length > 0 ? [', ', ...sums, ' paid to others'] : []
  return [` ${count(coins.launched)} ${coins.launched === 1 ? 'coin' : 'coins'}, ${count(coins.locked)} locked`, ...fees]
}

const launchedRow = (coin: ListedCoin): HTMLElement =>
  h(
    'li',
    { class: 'entry' },
    h(
      'span',
      null,
      insideLink(coinPath(coin.mint), {}, foreign(coin.name)),
      ' ',
      h('span', { class: 'coin-ticker' }, foreign(`$${coin.ticker}`)),
    ),
    h('strong', { class: 'entry-figure' }, alignedFigure(coin.paid, 'payout'), h('span', { class: 'unit to-crew muted' }, ' to crew')),
    h('span', { class: 'entry-more' }, lockWay(coin)),
    h('span', { class: 'entry-more entry-figure muted' }, ago(coin.launchedAt)),
  )

/** Of fees that are not locked, the way to where their launcher locks them. */
const lockWay = (coin: ListedCoin): HTMLElement =>
  coin.feeShareLocked || coin.feesRedirected
    ? lockMark(coin)
    : insideLink(`${coinPath(coin.mint)}#fees-notice`, { class: 'lock-way' }, lockMark(coin), spoken(': how to lock them'))
