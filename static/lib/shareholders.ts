import type { Shareholder as LockedShareholder } from '../../src/domain/crew/fee-map.ts'
import type { PlannedShareholderView } from '../../src/features/plan/plan-view.ts'
import { comparableAddress } from './address.ts'
import { foreign, h, spoken } from './dom.ts'
import { newTabLink, walletPath } from './links.ts'
import { type PaidRole, type Role, rolesOf } from '../../src/domain/crew/role.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'

/** One wallet of a split, as it is or as it was planned. */
export type ShownShareholder = LockedShareholder | PlannedShareholderView

/** What the API puts in the place of a launcher's wallet that is not named yet. */
const UNNAMED = 'launcher'

const TITLES: Readonly<Record<Role, string>> = {
  kol: 'KOL',
  agent: 'Agent',
  earnings: 'Earnings',
  treasury: 'Treasury',
  referrer: 'Referrer',
}

/** A role that has a colour of its own, or the colour of all others. */
export type MainRole = Role | 'other'

/** The role in whose colour a wallet is drawn: the first of those it holds. */
export const mainRole = (role: PaidRole | MainRole): MainRole => (role === 'other' ? role : (rolesOf(role)[0] ?? 'other'))

/** Roles as people read them: `kol+referrer` is "KOL + Referrer". */
export const roleText = (role: PaidRole | MainRole): string =>
  role === 'other' || role === 'unknown'
    ? role
    : rolesOf(role)
        .map((each) => TITLES[each])
        .join(' + ')

/** A role with its colour. */
export const roleTag = (role: PaidRole | MainRole): HTMLElement =>
  h('span', { class: `role role-${mainRole(role)}` }, h('span', { class: 'role-dot', 'aria-hidden': 'true' }), foreign(roleText(role)))

/** The whole split as one bar. For eyes only: the list beside it says the same in words. */
export function splitBar(shareholders: readonly { readonly role: PaidRole | MainRole; readonly bps: number }[]): HTMLElement {
  const parts = shareholders.map(({ role, bps }) => {
    const part = h('span', { class: `split-part role-${mainRole(role)}` })
    part.style.flexGrow = String(bps)
    return part
  })
  const missing = 10_000 - shareholders.reduce((sum, { bps }) => sum + bps, 0)
  if (missing > 0) {
    const open = h('span', { class: 'split-part split-open' })
    open.style.flexGrow = String(missing)
    parts.push(open)
  }
  return h('div', { class: 'split-bar', 'aria-hidden': 'true' }, ...parts)
}

/** A coin's split in small, by role: for eyes only, beside words. */
export function splitGlyph(shareholders: readonly { readonly role: PaidRole; readonly bps: number }[]): HTMLElement {
  const byRole = Map.groupBy(shareholders, ({ role }) => mainRole(role))
  const sums = [...byRole].map(([role, own]) => ({ role, bps: own.reduce((sum, { bps }) => sum + bps, 0) }))
  return splitBar(sums)
}

/** Options of `shareholderList`. */
export interface ShareholderListOptions {
  /** Something more to say of a wallet, at the end of its line. */
  readonly note?: (shareholder: ShownShareholder) => HTMLElement | null
  /** Roles that a wallet was hired for. */
  readonly hiredAs?: (wallet: string) => readonly string[]
  /** What is known of who it is. */
  readonly mark?: (shareholder: ShownShareholder) => HTMLElement | null
}

/** The handle, leading to what its wallet earned; in a tab of its own, since the reader is about to decide something. */
const whoLink = ({ wallet, handle }: ShownShareholder): HTMLElement =>
  wallet === UNNAMED ? foreign(handle) : newTabLink(walletPath(wallet), foreign(handle))

/** Every wallet of a split: handle, role, share, and every character of its address. */
export function shareholderList(
  shareholders: readonly ShownShareholder[],
  { note, mark, hiredAs = () => [] }: ShareholderListOptions,
): HTMLElement {
  const items = shareholders.map((shareholder) => {
    const { wallet, role, handle, bps } = shareholder
    const what = `address of ${handle}`
    const hired = hiredAs(wallet).filter((name) => name !== role)
    return h(
      'li',
      { class: 'shareholder' },
      h(
        'div',
        { class: 'shareholder-who' },
        h('strong', { class: 'shareholder-handle' }, whoLink(shareholder)),
        roleTag(role),
        hired.length > 0 && h('span', { class: 'muted' }, `hired as ${hired.join(', ')}`),
        mark?.(shareholder) ?? null,
      ),
      h('div', { class: 'shareholder-share' }, percentText(bps), spoken(' of creator fees')),
      wallet === UNNAMED ? h('span', { class: 'muted' }, 'The launcher’s wallet, named at launch') : comparableAddress(wallet, what),
      note?.(shareholder) ?? null,
    )
  })
  return h('ul', { class: 'shareholders', role: 'list' }, ...items)
}
