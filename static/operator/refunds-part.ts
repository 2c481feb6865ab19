import type { Static } from '@sinclair/typebox'
import type { PaymentView } from '../../src/features/operator/operator-view.ts'
import { comparableAddress, copyButton, foldedAddress } from '../lib/address.ts'
import { ago } from '../lib/coin-parts.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { createPagedList } from '../lib/paged-list.ts'
import {
  actionButton,
  announce,
  copyableId,
  listPart,
  outcomeLine,
  type OperatorPart,
  type PartTools,
  recordHeads,
  refusalOf,
} from './part.ts'

type DueRefund = Static<typeof PaymentView>

const PAGE_ROWS = 10

/** Refunds that are due to payers. */
export function refundsPart(tools: PartTools): OperatorPart {
  const list = createPagedList<'payments', DueRefund>({
    name: 'payments',
    path: '/api/operator/payments?state=refund_due',
    pageSize: PAGE_ROWS,
    keyOf: ({ id }) => id,
    draw: (payment) => refundRow(tools, payment),
    none: 'No refund is due.',
    changing: true,
    ask: tools.session.ask,
  })
  return listPart(
    { id: 'refunds', title: 'Refunds due', needsYou: true, mild: true },
    list,
    recordHeads('Amount', 'State', 'Payer', 'Since', ''),
  )
}

/** What is to be done before a payment is paid back that nobody could prove. */
const lookFirst = (nonce: Child): HTMLElement => h('p', null, 'First look for its nonce ', nonce, ' on the chain.')

function refundRow({ session, confirm, refreshAll }: PartTools, payment: DueRefund): HTMLElement {
  const { id, price, payer, route, failure, proved, nonce, createdAt } = payment
  const outcome = outcomeLine()
  const record = async () => {
    const text = ['This only records it: pay it back yourself first. The call is not done again for it.']
    const parts = [
      h(
        'dl',
        { class: 'confirm-facts' },
        h('dt', null, 'To'),
        h('dd', null, comparableAddress(payer, 'the payer')),
        h('dt', null, 'Amount'),
        h('dd', null, h('strong', null, price), copyButton(price.replace('$', ''), 'the amount')),
      ),
      !proved &&
        h(
          'div',
          { class: 'notice notice-warn' },
          icon('warn'),
          h('strong', null, 'Perhaps charged'),
          lookFirst(h('code', null, foreign(nonce))),
        ),
    ]
    if (!(await confirm({ title: 'Mark as refunded?', text, parts, verb: 'Mark as refunded' }))) return
    const refused = refusalOf(await session.send('POST', `/api/operator/payments/${encodeURIComponent(id)}/refunded`))
    if (refused !== null) return outcome.say(refused, true)
    announce('Recorded')
    await refreshAll()
  }
  return h(
    'li',
    { class: 'row record' },
    h(
      'div',
      { class: 'record-what' },
      h('p', null, h('strong', null, price)),
      h('p', { class: 'muted' }, foreign(route), failure !== null && foreign(`: ${failure}`)),
    ),
    h(
      'div',
      { class: 'record-state' },
      h('span', { class: 'badge badge-warn' }, proved ? 'Charged' : 'Perhaps charged'),
      !proved && lookFirst(copyableId(nonce, 'the nonce')),
    ),
    h('p', { class: 'record-by' }, h('span', { class: 'record-label' }, 'Payer: '), foldedAddress(payer, 'the payer')),
    h('p', { class: 'record-when muted' }, ago(createdAt)),
    h('p', { class: 'record-do' }, actionButton('Mark as refunded', '', record)),
    outcome.element,
  )
}
