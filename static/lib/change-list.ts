import type { PlanChange } from '../../src/domain/plan/plan-change.ts'
import { foldedAddress } from './address.ts'
import { foreign, h } from './dom.ts'
import { plural } from './format.ts'

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
  earnings: 'The agent’s earnings',
  atomicRequired: 'One transaction required',
  holderKol: 'Crew from holders',
  agent: 'Agent',
}

const SHARE = 'shareholders/'

const labelOf = (field: string): string => LABELS[field] ?? field

/** The wallet whose share changed; null where another field did. */
const walletOf = (field: string): string | null => (field.startsWith(SHARE) ? field.slice(SHARE.length) : null)

/** What changed, by name: `Name, First buy, 2 shares`. */
export function changedFields(changes: readonly PlanChange[]): string {
  const shares = changes.filter(({ field }) => walletOf(field) !== null).length
  const names = changes.filter(({ field }) => walletOf(field) === null).map(({ field }) => labelOf(field))
  return [...names, ...(shares > 0 ? [plural(shares, 'share')] : [])].join(', ')
}

/** Each field that changed, as it was and as it is. */
export const changeList = (changes: readonly PlanChange[]): HTMLElement =>
  h(
    'div',
    { class: 'changes' },
    h('p', { class: 'change-heads', 'aria-hidden': 'true' }, h('span', null, 'Was'), h('span', null, 'Is')),
    h('dl', null, ...changes.map(changeOf)),
  )

/** Somebody who was paid, and is no more. */
const gone = (): HTMLElement => h('div', null, h('span', { class: 'change-side' }, 'Is'), h('span', { class: 'change-gone' }, 'removed'))

function changeOf({ field, old, new: now }: PlanChange): HTMLElement {
  const wallet = walletOf(field)
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
    h('dt', null, wallet === null ? labelOf(field) : h('span', null, 'Share of ', foldedAddress(wallet, 'wallet'))),
    h('dd', null, side('del', 'Was', old), wallet !== null && now === null ? gone() : side('ins', 'Is', now)),
  )
}
