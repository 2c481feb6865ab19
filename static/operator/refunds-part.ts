import type { Static } from '@sinclair/typebox'
import type { PaymentView } from '../../src/features/operator/operator-view.ts'
import { foldedAddress } from '../lib/address.ts'
import { ago } from '../lib/coin-parts.ts'
import { foreign, h, spoken } from '../lib/dom.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { actionButton, announce, listPart, outcomeLine, type OperatorPart, type PartTools, refusalOf } from './part.ts'

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
  return listPart({ id: 'refunds', title: 'Refunds due', needsYou: true, mild: true }, list)
}

function refundRow({ session, confirm, refreshAll }: PartTools, payment: DueRefund): HTMLElement {
  const { id, price, payer, route, failure, proved, nonce, createdAt } = payment
  const outcome = outcomeLine()
  const record = async () => {
    const text = [
      `This only records it: send ${price} to `,
      h('code', null, foreign(payer)),
      ' yourself. The call is not done again for it.',
    ]
    if (!(await confirm({ title: 'Pay this back?', text, verb: 'Record the refund' }))) return
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
    h('p', { class: 'record-state' }, h('span', { class: 'badge badge-warn' }, proved ? 'Charged' : 'Perhaps charged')),
    h('p', { class: 'record-by' }, spoken('Payer '), foldedAddress(payer, 'the payer')),
    h('p', { class: 'record-when muted' }, ago(createdAt)),
    !proved &&
      h(
        'p',
        { class: 'record-note' },
        'Nobody could tell whether it was charged: look for its nonce ',
        h('code', null, foreign(nonce)),
        ' on the chain first.',
      ),
    h('p', { class: 'record-do' }, actionButton('I pay it back', '', record)),
    outcome.element,
  )
}
