import type { Static } from '@sinclair/typebox'
import type { BuybackView } from '../../src/features/buyback/buyback-view.ts'
import type { ActView } from '../../src/features/operator/operator-view.ts'
import { foldedAddress } from '../lib/address.ts'
import { alignedFigure } from '../lib/amount-figure.ts'
import { BUYBACK_WORDS } from '../lib/buyback-words.ts'
import { ago } from '../lib/coin-parts.ts'
import { foreign, h, spoken } from '../lib/dom.ts'
import type { Names } from './names.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { listPart, type OperatorPart, type PartTools, recordHeads } from './part.ts'

type ShownAct = Static<typeof ActView>

const PAGE_ROWS = 10

/** Runs of the buyback; those that bought nothing say why. */
export function buybacksPart({ session }: PartTools): OperatorPart {
  const list = createPagedList<'buybacks', BuybackView>({
    name: 'buybacks',
    path: '/api/buybacks',
    pageSize: PAGE_ROWS,
    keyOf: ({ id }) => id,
    draw: buybackRow,
    none: 'No run yet.',
    ask: session.ask,
  })
  return listPart({ id: 'buybacks', title: 'Buybacks' }, list, recordHeads('Coin', 'State', 'Spent', 'Run'))
}

const buybackRow = ({ at, status, ticker, spent, detail }: BuybackView): HTMLElement =>
  h(
    'li',
    { class: 'row record' },
    h('p', { class: 'record-what' }, h('strong', null, ticker === null ? 'Buyback' : foreign(`$${ticker}`))),
    h(
      'p',
      { class: 'record-state' },
      h('span', { class: `badge ${status === 'failed' ? 'badge-bad' : 'badge-on'}` }, BUYBACK_WORDS[status]),
    ),
    h('p', { class: 'record-by' }, spent !== null && alignedFigure(spent, 'cost')),
    h('p', { class: 'record-when muted' }, ago(at)),
    detail !== null && h('p', { class: 'record-note' }, foreign(detail)),
  )

/** Who did what. */
export function logPart({ session, names }: PartTools): OperatorPart {
  const list = createPagedList<'acts', ShownAct>({
    name: 'acts',
    path: '/api/audit',
    pageSize: PAGE_ROWS,
    keyOf: ({ id }) => id,
    draw: (act) => actRow(names, act),
    none: 'Nothing was done yet.',
    ask: session.ask,
  })
  return listPart({ id: 'log', title: 'Log' }, list, recordHeads('What', 'Details', 'By', 'When'))
}

const ACT_WORDS: Readonly<Record<ShownAct['kind'], string>> = {
  'key.minted': 'Key minted',
  'key.changed': 'Key changed',
  'key.rotated': 'Key rotated',
  'secretKey.resealed': 'Sealing key rotated',
  'key.revoked': 'Key revoked',
  'dryRun.approved': 'Dry-run approved',
  'policy.signed': 'Spending policy signed',
  'policy.revoked': 'Spending policy revoked',
  'dryRun.rejected': 'Dry-run rejected',
  'coin.launched': 'Coin launched',
  'coin.featured': 'Featured post noted',
  'job.paid': 'Worker paid',
  'payment.refunded': 'Payment paid back',
  'program.accepted': 'Program accepted',
  'webhook.deleted': 'Webhook deleted',
  'directory.imported': 'Directory imported',
  'consent.signed': 'Consent signed by a wallet',
  'kol.optedOut': 'Profile opted out',
  'kol.optedIn': 'Profile opted in again',
  'kol.referralCode': 'Referral code set',
}

const DETAIL_WORDS: Readonly<Record<string, string>> = {
  label: 'label',
  launchesPerHour: 'launches an hour',
  requireApproval: 'needs approval',
  ops: 'may record featured posts',
  keyId: 'key',
  overlapMinutes: 'minutes that the old text stays good',
}

/** Who did it, where they have no name. */
const BY_WORDS: Readonly<Record<ShownAct['by'], string>> = {
  key: 'operator key',
  command: 'a command',
  wallet: 'a wallet’s signature',
  agent: 'an agent',
  clock: 'the service',
}

const valueText = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))

/** What the id is of, to which something was done. */
const SUBJECT_WORDS: Readonly<Record<string, string>> = {
  dryRun: 'the id of the dry-run',
  policy: 'the hash of the policy',
  job: 'the id of the job',
  payment: 'the id of the payment',
  program: 'the address of the program',
  webhook: 'the id of the webhook',
  consent: 'the address of the wallet',
  kol: 'the handle',
}

/** What it was done to, by its name where it has one. */
function subjectOf(names: Names, kind: ShownAct['kind'], subject: string): HTMLElement {
  if (kind.startsWith('key.')) return names.exactKey(subject)
  if (kind.startsWith('coin.')) return names.coin(subject)
  return foldedAddress(subject, SUBJECT_WORDS[kind.split('.')[0]!] ?? 'the id')
}

/** What was set; of a key, its label stands there already, and of a new one, that it may not do something says nothing. */
const detailText = ({ kind, detail }: ShownAct): string =>
  Object.entries(detail)
    .filter(([name, value]) => kind === 'key.changed' || !kind.startsWith('key.') || (name !== 'label' && value !== false))
    .map(([name, value]) => (value === true ? (DETAIL_WORDS[name] ?? name) : `${DETAIL_WORDS[name] ?? name}: ${valueText(value)}`))
    .join(' · ')

function actRow(names: Names, act: ShownAct): HTMLElement {
  const detail = detailText(act)
  return h(
    'li',
    { class: 'row record' },
    h('p', { class: 'record-what act-what' }, h('strong', null, ACT_WORDS[act.kind]), ' ', subjectOf(names, act.kind, act.subject)),
    h('p', { class: 'record-state muted' }, detail !== '' && foreign(detail)),
    h(
      'p',
      { class: 'record-by muted' },
      spoken('By '),
      act.name === undefined ? BY_WORDS[act.by] : h('span', { class: 'act-name' }, foreign(act.name)),
      act.address !== null && `, ${act.address}`,
    ),
    h('p', { class: 'record-when muted' }, ago(act.at)),
  )
}
