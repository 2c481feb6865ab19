import type { DryRunPublicView, EarlierView } from '../../src/features/dry-run/dry-run-view.ts'
import { fullAddress } from '../lib/address.ts'
import { foreign, h } from '../lib/dom.ts'
import { dateTimeText, plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { section } from './plan-section.ts'

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  ticker: 'Ticker',
  vibe: 'Description',
  image: 'Picture (SHA-256)',
  mode: 'Mode',
  twitter: 'Twitter',
  website: 'Website',
  platform: 'Launchpad',
  launcherPubkey: 'Launcher',
  initialBuySol: 'First buy',
  cost: 'Total cost',
  lockPath: 'Lock path',
  atomicRequired: 'One transaction required',
  holderKol: 'Crew from holders',
  agent: 'Agent',
}

/** Says that there is no approved plan to hold this one against: in a line, unless an unapproved one was used. */
export function firstSection(view: DryRunPublicView): HTMLElement {
  const title = 'No approved plan to compare with'
  return view.usedUnapproved
    ? section('changes', title, usedLine(view))
    : h('p', { class: 'muted', id: 'changes' }, `${title}: read this one whole.`)
}

/** What differs from the plan of the same coin that was approved last. */
export function changesSection(previous: EarlierView, view: DryRunPublicView): HTMLElement {
  const same = previous.changes.length === 0
  return section(
    'changes',
    same ? 'Nothing changed since the approved plan' : 'Changed since the approved plan',
    h(
      'p',
      { class: 'muted' },
      'The same key or launcher made a plan of ',
      thingOf(previous),
      ` before, ${dateTimeText(previous.createdAt)}. ${previous.consumed ? 'It was approved and used.' : 'It was approved.'}`,
    ),
    usedLine(view),
    !same && h('dl', { class: 'changes' }, ...previous.changes.map(changeOf)),
  )
}

const thingOf = ({ name }: EarlierView): HTMLElement | string => (name === '' ? 'this mint' : foreign(name))

/** What was used without an approval is no measure; that it was is worth a line. */
const usedLine = ({ usedUnapproved: used }: DryRunPublicView): HTMLElement | null =>
  used &&
  h(
    'p',
    { class: 'unused' },
    icon('warn'),
    'The plan of ',
    thingOf(used),
    ` that was used last, made ${dateTimeText(used.createdAt)}, was approved by nobody. This one differs from it in ${plural(used.changes.length, 'field')}.`,
  )

function changeOf({ field, old, new: now }: EarlierView['changes'][number]): HTMLElement {
  const wallet = field.startsWith('shareholders/') ? field.slice('shareholders/'.length) : null
  const side = (kind: 'del' | 'ins', label: string, text: string | null) =>
    h(
      'div',
      null,
      h('span', { class: 'change-side' }, label),
      text === null ? h('span', { class: 'muted' }, 'none') : h(kind, null, foreign(text)),
    )
  return h(
    'div',
    { class: 'change' },
    h('dt', null, wallet === null ? (LABELS[field] ?? field) : h('span', null, 'Share of ', fullAddress(wallet))),
    h('dd', null, side('del', 'Was', old), side('ins', 'Is', now)),
  )
}
