import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { WalletAccount } from '@wallet-standard/base'
import { comparableAddress } from '../lib/address.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { amountText, plural, shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { outsideLink } from '../lib/links.ts'
import { namesItsPlan } from './dry-run.ts'
import type { Notice } from './notices.ts'
import { planTitle } from './plan-details.ts'
import type { VerdictKind } from './verdict.ts'
import { type SigningWallet, walletApps, walletIcon } from './wallets.ts'

/** A button of the panel. */
export const action = (label: Child, onclick: () => void, attributes: Readonly<Record<string, unknown>> = {}): HTMLButtonElement =>
  h('button', { type: 'button', class: 'button', onclick, ...attributes }, label)

/** A notice that a screen reader says at once. */
export const noticeBox = ({ tone, title, text }: Notice, ...actions: readonly Child[]): HTMLElement =>
  h(
    'div',
    { class: `notice notice-${tone}`, role: tone === 'info' ? 'status' : 'alert' },
    h('strong', null, icon('warn'), title),
    h('p', null, text),
    ...actions,
  )

/** What the decision is about, in three lines beside the button. */
export function decisionSummary(view: DryRunPublicView, kind: VerdictKind): HTMLElement {
  const { plan } = view
  const what = view.intent === 'launch' ? `Launch of ${plan.name} ($${plan.ticker})` : `Fee lock of ${plan.mint ?? ''}`
  return h(
    'dl',
    { class: 'decision-summary' },
    ...[
      [kind === 'approve' ? 'You approve' : 'You reject', what],
      ['Fees go to', plural(plan.shareholders.length, 'wallet')],
      ['Launcher pays', plan.cost ? amountText(plan.cost.total) : 'network fees'],
    ].map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, foreign(value!)))),
  )
}

/** Step 1: the wallets of this browser, or how to get one. */
export function chooseWallet(wallets: readonly SigningWallet[], choose: (wallet: SigningWallet) => void): HTMLElement[] {
  if (wallets.length === 0) return noWallet()
  const items = wallets.map((wallet) => {
    const source = walletIcon(wallet)
    const image = source ? h('img', { alt: '', width: '28', height: '28' }) : null
    if (image) image.src = source!
    return h(
      'li',
      null,
      h(
        'button',
        { type: 'button', class: 'wallet', onclick: () => choose(wallet) },
        image,
        h('span', null, 'Connect ', foreign(wallet.name)),
      ),
    )
  })
  return [
    h('p', { class: 'step' }, 'Step 1 of 2: connect an approver’s wallet. Connecting approves nothing.'),
    h('ul', { class: 'wallets', role: 'list' }, ...items),
  ]
}

const noWallet = (): HTMLElement[] => [
  h('p', { class: 'step' }, h('strong', null, 'No wallet found in this browser.')),
  h(
    'p',
    { class: 'muted' },
    'On a computer, install or switch on a Solana wallet; it appears here by itself. On a phone, open this page in your wallet:',
  ),
  h('ul', { class: 'wallets', role: 'list' }, ...walletApps().map(({ name, url }) => h('li', null, outsideLink(url, `Open in ${name}`)))),
]

/** What step 2 needs. */
export interface ReadyStep {
  readonly wallet: SigningWallet
  readonly accounts: readonly WalletAccount[]
  readonly account: WalletAccount
  /** Holds the text to sign; its content is renewed while the step is shown. */
  readonly message: HTMLElement
  /** Why signing is not possible now; null when it is. */
  readonly blocked: string | null
  readonly sign: () => void
  readonly pick: (account: WalletAccount) => void
  readonly leave: () => void
  /** To the other verdict. */
  readonly turn: () => void
}

/** Step 2: who signs, the exact text, and the one button that approves. */
export const readyToSign = (view: DryRunPublicView, step: ReadyStep): HTMLElement[] =>
  [
    h('p', { class: 'step' }, 'Step 2 of 2: compare, then sign.'),
    ...signerParts(step),
    namesItsPlan(view) === true &&
      h(
        'div',
        { class: 'signer' },
        h(
          'span',
          { class: 'muted' },
          'The id in it begins with the first 32 characters of this plan’s SHA-256. Your signature holds for no other plan.',
        ),
        comparableAddress(view.planHash, 'plan hash'),
      ),
    h('p', { class: 'muted' }, 'Signing costs nothing and sends no transaction.'),
    ...signButton(step, h('span', null, 'Sign approval for ', foreign(planTitle(view)))),
    action('Reject instead', step.turn),
    action('Use another wallet', step.leave, { class: 'button button-quiet' }),
  ].filter((part) => part !== false)

/** Step 2 of a rejection: why, who signs, the exact text, and the one button that rejects. */
export const readyToReject = (view: DryRunPublicView, step: ReadyStep & { readonly reason: HTMLElement }): HTMLElement[] =>
  [
    h('p', { class: 'step' }, 'Step 2 of 2: say why, then sign.'),
    h(
      'div',
      { class: 'reason' },
      h('label', { for: 'reason' }, 'Reason'),
      step.reason,
      h('p', { class: 'muted', id: 'reason-note' }, 'The agent gets it, and whoever has the link of this plan can read it.'),
    ),
    ...signerParts(step),
    h('p', { class: 'muted' }, 'One rejection is enough, and it cannot be taken back. Signing costs nothing and sends no transaction.'),
    ...signButton(step, h('span', null, 'Sign rejection of ', foreign(planTitle(view)))),
    action(view.approved ? 'Do not reject' : 'Approve instead', step.turn),
    action('Use another wallet', step.leave, { class: 'button button-quiet' }),
  ].filter((part) => part !== false)

/** Who signs, and the exact text. */
const signerParts = (step: ReadyStep) => [
  h(
    'div',
    { class: 'signer' },
    h('span', { class: 'muted' }, 'Connected: ', foreign(step.wallet.name)),
    comparableAddress(step.account.address, 'your address'),
  ),
  step.accounts.length > 1 && accountPicker(step),
  h('p', { class: 'label', id: 'message-label' }, 'Your wallet will ask you to sign exactly this text:'),
  step.message,
]

/** The button that signs, and why it does not where it is off. */
const signButton = ({ blocked, sign }: ReadyStep, label: Child) => [
  blocked !== null && h('p', { class: 'blocked', id: 'blocked' }, blocked),
  action(label, sign, {
    class: 'button button-main',
    disabled: blocked !== null,
    'aria-describedby': blocked === null ? null : 'blocked',
  }),
]

function accountPicker({ accounts, account, pick }: ReadyStep): HTMLElement {
  const select = h('select', {
    id: 'account',
    onchange: () => pick(accounts.find(({ address }) => address === select.value) ?? account),
  })
  for (const { address, label } of accounts) {
    const option = h('option', { value: address }, label ? `${label} · ${shortText(address)}` : shortText(address))
    option.selected = address === account.address
    select.append(option)
  }
  return h('p', null, h('label', { for: 'account' }, 'Account '), select)
}

/** Something that is under way, and a way out of it. */
export const busy = (text: string, leave: (() => void) | null): HTMLElement[] =>
  [
    h('p', { class: 'busy', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), text),
    leave && action('Start over', leave, { class: 'button button-quiet' }),
  ].filter((part) => part !== null)
