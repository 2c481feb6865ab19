import type { Static } from '@sinclair/typebox'
import type { BuybackView } from '../../src/features/buyback/buyback-view.ts'
import type { ActView } from '../../src/features/operator/operator-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { BUYBACK_WORDS } from '../lib/buyback-words.ts'
import { ago } from '../lib/coin-parts.ts'
import { foreign, h } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import type { Names } from './names.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { listPart, type OperatorPart, type PartTools } from './part.ts'

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
  return listPart({ id: 'buybacks', title: 'Buybacks' }, list)
}

const buybackRow = ({ at, status, ticker, spent, detail }: BuybackView): HTMLElement =>
  h(
    'li',
    { class: 'row' },
    h(
      'p',
      { class: 'row-head' },
      h('strong', null, ticker === null ? 'Buyback' : foreign(`$${ticker}`)),
      h('span', { class: `badge ${status === 'failed' ? 'badge-bad' : 'badge-on'}` }, BUYBACK_WORDS[status]),
      spent !== null && amountFigure(spent, 'cost'),
      h('span', { class: 'muted' }, ago(at)),
    ),
    detail !== null && h('p', { class: 'row-more' }, foreign(detail)),
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
  return listPart({ id: 'log', title: 'Log' }, list)
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
  'webhook.deleted': 'Webhook deleted',
  'directory.imported': 'Directory imported',
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

const BY_WORDS: Readonly<Record<ShownAct['by'], (from: string) => string>> = {
  key: (from) => `with the key from ${from}`,
  command: () => 'by a command',
  wallet: (from) => `with the wallet’s signature from ${from}`,
  agent: () => 'by an agent',
  clock: () => 'by the service',
}

const valueText = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))

/** What it was done to, by its name where it has one. */
function subjectOf(names: Names, kind: ShownAct['kind'], subject: string): HTMLElement {
  if (kind.startsWith('key.')) return names.key(subject)
  if (kind.startsWith('coin.')) return names.coin(subject)
  return h('code', { title: subject }, foreign(shortText(subject)))
}

const actRow = (names: Names, { kind, by, address, subject, detail, at }: ShownAct): HTMLElement =>
  h(
    'li',
    { class: 'row' },
    h(
      'p',
      { class: 'row-head' },
      h('strong', null, ACT_WORDS[kind]),
      subjectOf(names, kind, subject),
      h('span', { class: 'muted' }, BY_WORDS[by](address ?? 'here')),
      h('span', { class: 'muted' }, ago(at)),
    ),
    Object.keys(detail).length > 0 &&
      h(
        'p',
        { class: 'row-more muted' },
        foreign(
          Object.entries(detail)
            .map(([name, value]) => `${DETAIL_WORDS[name] ?? name}: ${valueText(value)}`)
            .join(' · '),
        ),
      ),
  )
