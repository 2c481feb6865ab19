import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { WalletAccount } from '@wallet-standard/base'
import { comparableAddress } from '../lib/address.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { amountText, dateTimeText, plural, shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { coinPath, insideLink, outsideLink } from '../lib/links.ts'
import { namesItsPlan } from './dry-run.ts'
import type { Notice } from './notices.ts'
import { planTitle } from './plan-details.ts'
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
export function decisionSummary(view: DryRunPublicView): HTMLElement {
  const { plan } = view
  return h(
    'dl',
    { class: 'decision-summary' },
    ...[
      ['You approve', view.intent === 'launch' ? `Launch of ${plan.name} ($${plan.ticker})` : `Fee lock of ${plan.mint ?? ''}`],
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
}

/** Step 2: who signs, the exact text, and the one button that approves. */
export function readyToSign(view: DryRunPublicView, step: ReadyStep): HTMLElement[] {
  const { wallet, accounts, account, message, blocked } = step
  return [
    h('p', { class: 'step' }, 'Step 2 of 2: compare, then sign.'),
    h(
      'div',
      { class: 'signer' },
      h('span', { class: 'muted' }, 'Connected: ', foreign(wallet.name)),
      comparableAddress(account.address, 'your address'),
    ),
    accounts.length > 1 && accountPicker(step),
    h('p', { class: 'label', id: 'message-label' }, 'Your wallet will ask you to sign exactly this text:'),
    message,
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
    blocked !== null && h('p', { class: 'blocked', id: 'blocked' }, blocked),
    action(h('span', null, 'Sign approval for ', foreign(planTitle(view))), step.sign, {
      class: 'button button-main',
      disabled: blocked !== null,
      'aria-describedby': blocked === null ? null : 'blocked',
    }),
    action('Use another wallet', step.leave, { class: 'button button-quiet' }),
  ].filter((part) => part !== false)
}

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

/** How it ended: approved, rejected, used or expired; null while a decision is open. */
export function outcome(view: DryRunPublicView, { expired, mine }: { expired: boolean; mine: string | null }): HTMLElement[] | null {
  if (view.consumed || view.operation) return [...used(view), ...approvedBy(view, mine)]
  if (view.rejected) {
    return [
      h('p', { class: 'result result-off', tabindex: '-1' }, icon('warn'), 'Rejected'),
      h('p', null, view.rejectionReason ?? ''),
      h('p', { class: 'muted' }, 'Nothing can be launched by it. The agent has been told why, and can make a new dry-run.'),
    ]
  }
  if (expired) {
    return [
      h('p', { class: 'result result-off', tabindex: '-1' }, icon('clock'), 'This dry-run has expired'),
      h('p', null, view.approved ? 'It was approved, and not used in time.' : 'It was not approved, and can no longer be.'),
      h('p', { class: 'muted' }, 'Nothing was launched by it. The agent can make a new dry-run, with a new link.'),
    ]
  }
  if (!view.approved) return null
  return [
    h('p', { class: 'result result-on', tabindex: '-1' }, icon('check'), 'Approved'),
    ...approvedBy(view, mine),
    h(
      'p',
      { class: 'muted' },
      `The agent can go ahead until ${dateTimeText(view.expiresAt)}, with exactly this plan and once only. You can close this page.`,
    ),
  ]
}

function used({ intent, operation }: DryRunPublicView): HTMLElement[] {
  const done = operation && ['locked', 'unlocked', 'done'].includes(operation.state)
  const title = !operation
    ? 'Already used'
    : intent === 'wire-fees'
      ? done
        ? 'Fees locked'
        : 'Lock under way'
      : done
        ? 'Launched'
        : 'Launch under way'
  const text =
    done || !operation ? 'This dry-run has been used. It cannot be approved or used again.' : 'The agent is using this dry-run right now.'
  return [
    h('p', { class: 'result result-on', tabindex: '-1' }, icon(done || !operation ? 'check' : 'clock'), title),
    h('p', null, text),
    ...(operation && done
      ? [
          h('p', { class: 'label' }, 'Mint'),
          comparableAddress(operation.mint, 'mint'),
          insideLink(coinPath(operation.mint), { class: 'button' }, 'See the coin'),
        ]
      : []),
    ...(operation?.state === 'unlocked' ? [h('p', { class: 'blocked' }, 'The coin exists, and its fees are not locked yet.')] : []),
  ]
}

function approvedBy({ approved, approvedByWallet, approvedAt }: DryRunPublicView, mine: string | null): HTMLElement[] {
  if (!approved || approvedByWallet === null) return []
  const other = mine !== null && mine !== approvedByWallet
  return [
    h('p', { class: 'label' }, approvedByWallet === mine ? 'Approved by your wallet' : 'Approved by the wallet'),
    comparableAddress(approvedByWallet, 'approver address'),
    h('p', { class: 'muted' }, approvedAt === null ? '' : dateTimeText(approvedAt)),
    ...(other ? [h('p', { class: 'muted' }, 'Someone else approved first; your signature changes nothing.')] : []),
  ]
}
