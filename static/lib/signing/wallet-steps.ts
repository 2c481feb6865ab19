import type { WalletAccount } from '@wallet-standard/base'
import { foldedAddress } from '../address.ts'
import { type Child, foreign, h, spoken } from '../dom.ts'
import { shortText } from '../format.ts'
import { icon } from '../icons.ts'
import { outsideLink } from '../links.ts'
import { signsTyped } from './evm-wallets.ts'
import { type SigningWallet, walletApps, walletIcon, walletSites, type WalletWay } from './wallets.ts'

/** A button. */
export const action = (label: Child, onclick: () => void, attributes: Readonly<Record<string, unknown>> = {}): HTMLButtonElement =>
  h('button', { type: 'button', class: 'button', onclick, ...attributes }, label)

/** Step 1: the wallets of this browser, or how to get one; `step` says what connecting is for, `phone` leads to the wallet of a phone. */
export function chooseWallet(
  step: string,
  wallets: readonly SigningWallet[],
  choose: (wallet: SigningWallet) => void,
  phone: HTMLElement | null = null,
): HTMLElement[] {
  if (wallets.length === 0) return noWallet(step, phone)
  // One alone is the only thing to do.
  const look = wallets.length === 1 ? 'wallet button-main' : 'wallet'
  const items = wallets.map((wallet) => {
    const source = walletIcon(wallet)
    const image = source ? h('img', { alt: '', width: '28', height: '28' }) : null
    if (image) image.src = source!
    return h(
      'li',
      null,
      h('button', { type: 'button', class: look, onclick: () => choose(wallet) }, image, h('span', null, 'Connect ', foreign(wallet.name))),
    )
  })
  return [h('p', { class: 'step' }, step), h('ul', { class: 'wallets', role: 'list' }, ...items), ...(phone ? [phone] : [])]
}

/**
 * Who has no wallet here has it on a phone, before one is to be got. On a computer the wallets to install, on a phone those that open
 * this page.
 */
const noWallet = (step: string, phone: HTMLElement | null): HTMLElement[] => [
  h('p', { class: 'step' }, step),
  ...(phone ? [phone] : []),
  h(
    'div',
    { class: 'wallet-install' },
    h('p', null, 'No wallet found in this browser. Get one:'),
    wayList(walletSites(), ({ name }) => [spoken('Get '), name]),
    h(
      'p',
      { class: 'wallet-installed muted' },
      'Installed it? ',
      h('button', { type: 'button', class: 'link-button', onclick: () => location.reload() }, 'Reload the page'),
    ),
  ),
  h(
    'div',
    { class: 'wallet-apps' },
    h('p', null, 'No wallet in this browser. Open this page in yours:'),
    wayList(walletApps(), ({ name }) => [`Open in ${name}`]),
  ),
]

const wayList = (ways: readonly WalletWay[], words: (way: WalletWay) => readonly Child[]): HTMLElement =>
  h(
    'ul',
    { class: 'wallets wallet-ways', role: 'list' },
    ...ways.map((way) => h('li', null, outsideLink(way.url, h('span', null, ...words(way)), icon('out')))),
  )

/** Who is connected, and the ways to somebody else. */
interface SignerStep {
  readonly wallet: SigningWallet
  readonly accounts: readonly WalletAccount[]
  readonly account: WalletAccount
  /** Its address stands on the page already. */
  readonly addressShown?: boolean
  readonly pick: (account: WalletAccount) => void
  readonly leave: () => void
}

/** What the step needs in which a person signs. */
export interface SigningStep extends SignerStep {
  /** Holds the text to sign; its content is renewed while the step is shown. */
  readonly message: HTMLElement
  /** What comes of signing it, where it is no text for people. */
  readonly means?: string | undefined
  /** Why signing is not possible now; null when it is. */
  readonly blocked: string | null
  /** Leads to what blocks it, where that can be mended on the page. */
  readonly mend?: (() => void) | undefined
  readonly sign: () => void
}

/** Who signs, and the way to another one. */
export const connectedParts = (step: SignerStep) => [
  signer(step, step.accounts.length > 1 ? accountPicker(step) : addressOf(step), changeWallet(step.leave)),
]

/** Who cannot sign here whatever is done, as a notice has said, and the one way on. */
export const refusedParts = (step: Pick<SignerStep, 'wallet' | 'account' | 'leave'>) => ({
  body: [signerRow(step)],
  foot: [action(OTHER_WALLET, step.leave, { class: 'button button-main' })],
})

/** To another wallet, or to another account of this one. */
export const OTHER_WALLET = 'Use another wallet'

/** The same beside a wallet, in one word where a phone has no room for more. */
const changeWallet = (leave: () => void): HTMLElement =>
  h(
    'button',
    { type: 'button', class: 'link-button', onclick: leave, 'aria-label': 'Change: use another wallet' },
    h('span', { class: 'wide-words' }, OTHER_WALLET),
    h('span', { class: 'narrow-words' }, 'Change'),
  )

/** Who signs, where there is no other one to turn to. */
export const signerRow = (step: Pick<SignerStep, 'wallet' | 'account'>): HTMLElement => signer(step, addressOf(step), null)

const signer = ({ wallet }: Pick<SignerStep, 'wallet'>, account: Child, other: Child): HTMLElement =>
  h('div', { class: 'signer-wallet' }, spoken('Connected: '), h('span', { class: 'signer-name' }, foreign(wallet.name)), account, other)

const addressOf = ({ account: { address }, addressShown = false }: Pick<SignerStep, 'account' | 'addressShown'>): HTMLElement =>
  addressShown
    ? h('span', { class: 'signer-shown' }, h('code', { title: address }, shortText(address)), icon('check'))
    : foldedAddress(address, 'your address')

/** The exact text; `means` is what signing it does. */
export const messageParts = ({ message, wallet, means }: Pick<SigningStep, 'message' | 'wallet' | 'means'>) => [
  h(
    'p',
    { class: 'label', id: 'message-label' },
    means !== undefined && h('span', { class: 'message-means' }, means),
    signsTyped(wallet)
      ? 'Your wallet will show what this text says, field by field:'
      : 'Your wallet will ask you to sign exactly this text:',
  ),
  message,
]

/** The same text while the wallet has it. */
export const askedParts = (message: HTMLElement) => [
  h('p', { class: 'label', id: 'message-label' }, 'You are asked to sign this text:'),
  message,
]

/** Why nothing can be signed now, in the look of every notice. */
const blockedBox = (why: string): HTMLElement =>
  h('div', { class: 'notice notice-error blocked', id: 'blocked' }, icon('warn'), h('p', null, why))

/** The button that signs, and why it does not where it is off. */
export const signButton = ({ blocked, sign, mend }: SigningStep, label: Child, look = 'button button-main') => [
  blocked !== null && blockedBox(blocked),
  action(label, blocked !== null && mend ? mend : sign, {
    class: look,
    disabled: blocked !== null && !mend,
    'aria-disabled': blocked !== null && mend ? 'true' : null,
    'aria-describedby': blocked === null ? null : 'blocked',
  }),
]

function accountPicker({ accounts, account, pick }: SignerStep): HTMLElement {
  const select = h('select', {
    id: 'account',
    onchange: () => pick(accounts.find(({ address }) => address === select.value) ?? account),
  })
  for (const { address, label } of accounts) {
    const option = h('option', { value: address }, label ? `${label} · ${shortText(address)}` : shortText(address))
    option.selected = address === account.address
    select.append(option)
  }
  return h('span', { class: 'signer-account' }, h('label', { for: 'account', class: 'spoken' }, 'Account'), select)
}

/** Something that is under way, and a way out of it. */
export const busy = (text: string, leave: (() => void) | null): HTMLElement[] =>
  [
    h('p', { class: 'busy', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), text),
    leave && action('Start over', leave, { class: 'button button-quiet' }),
  ].filter((part) => part !== null)
