import type { Static } from '@sinclair/typebox'
import type { BudgetsResponse } from '../../src/features/operator/operator-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { foldedAddress } from '../lib/address.ts'
import { fill, h } from '../lib/dom.ts'
import { card, type PartTools } from './part.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

type Money = Static<typeof BudgetsResponse>

const METER_STEPS = 1_000n

/** What the operator’s wallets hold, and what they may still spend today. */
export function moneyPart({ session }: PartTools): RefreshedPart {
  const budgets = h('ul', { class: 'entries', role: 'list' })
  const wallets = h('ul', { class: 'entries', role: 'list' })
  const none = h('p', { class: 'muted', hidden: true }, 'No wallet of the operator’s spends by itself here.')
  return {
    element: card('money', 'Wallets and budgets', none, budgets, wallets),
    async refresh() {
      const answer = await session.ask<Money>('/api/operator/budgets')
      if (answer.kind !== 'ok') return false
      fill(budgets, ...answer.body.budgets.map(budgetRow))
      fill(wallets, ...answer.body.wallets.map(walletRow))
      none.hidden = answer.body.budgets.length + answer.body.wallets.length > 0
      return true
    },
  }
}

function budgetRow({ name, daily, spent, left, raisedBy }: Money['budgets'][number]): HTMLElement {
  const dailyAtomic = BigInt(daily.amount)
  const used = dailyAtomic === 0n ? METER_STEPS : (BigInt(spent.amount) * METER_STEPS) / dailyAtomic
  const meter = h('meter', { min: '0', max: String(METER_STEPS), high: '900', value: String(used), 'aria-label': `${name} budget used` })
  return h(
    'li',
    { class: 'row' },
    h(
      'p',
      { class: 'row-head' },
      h('strong', null, `${name} budget`),
      meter,
      h('span', null, amountFigure(left, 'payout'), ' left today (UTC)'),
    ),
    h(
      'p',
      { class: 'row-more muted' },
      amountFigure(spent, 'cost'),
      ' of ',
      amountFigure(daily, 'payout'),
      ` spent; ${raisedBy} raises it`,
    ),
  )
}

const walletRow = ({ role, platform, wallet, balance }: Money['wallets'][number]): HTMLElement =>
  h(
    'li',
    { class: 'row' },
    h(
      'p',
      { class: 'row-head' },
      h('strong', null, `${role} wallet on ${platform}`),
      balance === null ? h('span', null, 'its chain does not answer') : h('span', null, 'holds ', amountFigure(balance, 'payout')),
    ),
    h('div', { class: 'row-more' }, foldedAddress(wallet, `address of the ${role} wallet`)),
  )
