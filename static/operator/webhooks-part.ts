import type { WebhookView } from '../../src/features/webhooks/webhook-view.ts'
import { ago } from '../lib/coin-parts.ts'
import { foreign, h } from '../lib/dom.ts'
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

const PAGE_ROWS = 10

/** Webhooks that are switched off, or whose last attempt failed. */
export function webhooksPart(tools: PartTools): OperatorPart {
  const list = createPagedList<'webhooks', WebhookView>({
    name: 'webhooks',
    path: '/api/webhooks?state=failing',
    pageSize: PAGE_ROWS,
    keyOf: ({ id }) => id,
    draw: (webhook) => webhookRow(tools, webhook),
    none: 'None fails.',
    changing: true,
    ask: tools.session.ask,
  })
  return listPart(
    { id: 'webhooks', title: 'Webhooks that fail', needsYou: true },
    list,
    recordHeads('Webhook', 'State', 'Key', 'Since', ''),
  )
}

function webhookRow({ session, confirm, refreshAll, names }: PartTools, webhook: WebhookView): HTMLElement {
  const { id, keyId, url, label, active, disabledReason, failingSince } = webhook
  const path = `/api/webhooks/${encodeURIComponent(id)}`
  const outcome = outcomeLine()
  const test = async () => {
    const answer = await session.send<{ delivered: boolean; attempt: { status: number | null; error: string | null } }>(
      'POST',
      `${path}/test`,
    )
    if (answer.kind !== 'ok') return outcome.say(refusalOf(answer) ?? '', true)
    const { delivered, attempt } = answer.body
    if (!delivered) return outcome.say(`It still fails: ${attempt.error ?? `answered ${attempt.status}`}.`, true)
    announce('Delivered; the webhook is on again')
    await refreshAll()
  }
  const remove = async () => {
    const text = ['Its log, and what still waits for it, go with ', foreign(url), '.']
    if (!(await confirm({ title: 'Delete this webhook?', text, verb: 'Delete', ends: true }))) return
    const refused = refusalOf(await session.send('DELETE', path))
    if (refused !== null) return outcome.say(refused, true)
    announce('Deleted')
    await refreshAll()
  }
  return h(
    'li',
    { class: 'row record' },
    h(
      'div',
      { class: 'record-what' },
      h('p', null, h('strong', null, foreign(label ?? url))),
      label !== null && h('p', { class: 'muted' }, foreign(url)),
      copyableId(id, `the id of the webhook ${label ?? url}`),
    ),
    h(
      'p',
      { class: 'record-state' },
      h('span', { class: `badge ${active ? 'badge-warn' : 'badge-bad'}` }, active ? 'Failing' : 'Switched off'),
      disabledReason !== null && h('span', { class: 'muted' }, disabledReason),
    ),
    h('p', { class: 'record-by muted' }, h('span', { class: 'record-label' }, 'Key: '), names.key(keyId)),
    h('p', { class: 'record-when muted' }, h('span', { class: 'record-label' }, 'since '), failingSince !== null && ago(failingSince)),
    h('p', { class: 'record-do' }, actionButton('Send a test', '', test), actionButton('Delete', 'button-bad', remove)),
    outcome.element,
  )
}
