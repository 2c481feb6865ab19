import type { Static } from '@sinclair/typebox'
import type { BudgetsResponse } from '../../src/features/operator/operator-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { foldedAddress } from '../lib/address.ts'
import { h } from '../lib/dom.ts'
import { keyedList } from '../lib/keyed-list.ts'
import { capital, card, foldEmpty, type OperatorPart, type PartTools } from './part.ts'

type Money = Static<typeof BudgetsResponse>

const METER_STEPS = 1_000n

/** What the operator’s wallets hold, and what they may still spend today. */
export function moneyPart({ session }: PartTools): OperatorPart {
  const budgets = h('ul', { class: 'entries', role: 'list' })
  const wallets = h('ul', { class: 'entries', role: 'list' })
  const none = h('p', { class: 'muted', hidden: true }, 'No wallet of the operator’s spends by itself here.')
  const element = card('money', 'Wallets and budgets', none, budgets, wallets)
  const budgetRows = keyedList<Money['budgets'][number]>(budgets, ({ name }) => name, budgetRow)
  const walletRows = keyedList<Money['wallets'][number]>(
    wallets,
    ({ role, platform, wallet }) => `${role} ${platform} ${wallet}`,
    walletRow,
  )
  return {
    element,
    tally: () => null,
    async refresh() {
      const answer = await session.ask<Money>('/api/operator/budgets')
      if (answer.kind !== 'ok') return false
      budgetRows.show(answer.body.budgets)
      walletRows.show(answer.body.wallets)
      none.hidden = answer.body.budgets.length + answer.body.wallets.length > 0
      foldEmpty(element, !none.hidden)
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
    { class: 'row record' },
    h(
      'div',
      { class: 'record-what' },
      h('p', null, h('strong', null, `${capital(name)} budget`)),
      h('p', { class: 'muted' }, h('code', null, raisedBy), ' raises it'),
    ),
    h(
      'p',
      { class: 'record-state' },
      meter,
      h('span', { class: 'muted' }, amountFigure(spent, 'cost'), ' of ', amountFigure(daily, 'payout'), ' spent'),
    ),
    h('p', { class: 'record-by' }, amountFigure(left, 'payout'), ' left today (UTC)'),
  )
}

const walletRow = ({ role, platform, wallet, balance }: Money['wallets'][number]): HTMLElement =>
  h(
    'li',
    { class: 'row record' },
    h('p', { class: 'record-what' }, h('strong', null, `${capital(role)} wallet on ${platform}`)),
    h(
      'p',
      { class: 'record-state' },
      balance === null ? 'Its chain does not answer' : h('span', null, 'Holds ', amountFigure(balance, 'payout')),
    ),
    h('p', { class: 'record-by' }, foldedAddress(wallet, `address of the ${role} wallet`)),
  )
