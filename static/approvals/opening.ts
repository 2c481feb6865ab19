import type { WalletAccount } from '@wallet-standard/base'
import bs58 from 'bs58'
import type { OpenedView } from '../../src/features/approvals/opened-view.ts'
import { type Answer, ask } from '../lib/api.ts'
import { phoneLink } from '../approve/phone-link.ts'
import { type Child, fill, h } from '../lib/dom.ts'
import { utcText } from '../lib/format.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { type Notice, noticeBox, notConnected, notSigned } from '../lib/signing/notices.ts'
import {
  askedParts,
  busy,
  chooseWallet,
  connectedParts,
  messageParts,
  refusedParts,
  signButton,
  signerRow,
} from '../lib/signing/wallet-steps.ts'
import { accountOrder, connect, type ConnectedWallet, type SigningWallet, signText, watchWallets } from '../lib/signing/wallets.ts'

/** What opens the list: its address and the header that it is asked with. */
export interface Access {
  readonly path: '/api/approvals' | '/api/agent/approvals'
  readonly headers: Readonly<Record<string, string>>
  /** Whose list it is, as the page says it. */
  readonly who: string
  /** When a signature's access ends, by the service's clock; null for the operator's key. */
  readonly untilMs: number | null
  /** The wallet that opened it; null for the operator's key. */
  readonly signer: ConnectedWallet | null
}

/** The panel in which a person opens the list. */
export interface Opening {
  readonly element: HTMLElement
  /** Shows the first step again, and why. */
  again(notice: Notice | null): void
}

const CONNECT = 'Connect an approver’s wallet. It signs once, and the list is open for 15 minutes. Signing in approves nothing.'
/** What the signature does, in plain words, above the text that is signed. */
const OPENS = 'Opens your policies and approvals here for 15 minutes. Approves nothing, spends nothing.'
const RENEW_MS = 60_000

const opens = (): HTMLElement => h('p', null, OPENS)

/** Builds the panel; `opened` is called with what a person opened the list with. */
export function createOpening({ clock, opened }: { readonly clock: ServerClock; readonly opened: (access: Access) => void }): Opening {
  const heading = h('h2', { id: 'opening', tabindex: '-1' }, 'Sign in as an approver')
  const body = h('div', { class: 'decision-body' })
  const message = h('pre', { class: 'message', tabindex: '0', 'aria-labelledby': 'message-label' })
  const element = h('section', { class: 'card decision opening', 'aria-labelledby': 'opening' }, heading, body, operatorForm(opened))
  const phone = phoneLink()
  let wallets: readonly SigningWallet[] = []
  /** Accounts that are on no list: nothing that they sign opens it. */
  const notListed = new Map<string, Notice>()
  const order = accountOrder()
  /** Counts attempts: what a wallet answers to one that was left is not listened to. */
  let attempt = 0
  let ready: ConnectedWallet | null = null
  let signing = { text: '', timestamp: '' }

  const show = (parts: readonly Child[], notice: Notice | null = null) => {
    const hadFocus = body.contains(document.activeElement)
    fill(body, notice && noticeBox(notice), ...parts)
    if (hadFocus) heading.focus()
  }
  const choosing = (notice: Notice | null = null) => {
    ready = null
    show(
      chooseWallet(CONNECT, wallets, (wallet) => void choose(wallet), phone),
      notice,
    )
  }
  const leave = () => {
    attempt += 1
    choosing()
  }
  const renew = () => {
    if (!ready) return
    const timestamp = String(Math.floor(clock.nowMs()))
    const parts = [
      ['svc-open-approvals:', 'purpose'],
      [`${document.documentElement.dataset['host']}:`, 'this site'],
      [`${ready.account.address}:`, 'your wallet'],
      [timestamp, utcText(Number(timestamp))],
    ] as const
    signing = { timestamp, text: parts.map(([part]) => part).join('') }
    // The style sheet draws what each part is: the text itself stays as it is signed.
    fill(message, ...parts.map(([part, label]) => h('span', { class: 'signed-part', 'data-label': label }, h('span', null, part))))
  }
  setInterval(renew, RENEW_MS)

  const choose = async (wallet: SigningWallet) => {
    const mine = ++attempt
    show(busy(`Confirm in ${wallet.name}`, leave))
    try {
      const accounts = await connect(wallet)
      if (mine !== attempt) return
      const account = order.first(accounts)
      if (!account) return choosing({ tone: 'error', title: 'No account to sign with', text: `${wallet.name} shared none.` })
      pick({ wallet, accounts, account })
    } catch (error) {
      if (mine === attempt) choosing(notConnected(wallet.name, error))
    }
  }

  const pick = (connected: ConnectedWallet, notice: Notice | null = null) => {
    ready = connected
    renew()
    const step = {
      ...connected,
      message,
      means: OPENS,
      blocked: null,
      sign: () => void sign(connected),
      pick: (account: WalletAccount) => pick({ ...connected, account }),
      leave: () => {
        order.passOver(connected.account.address)
        leave()
      },
    }
    const refusal = notListed.get(connected.account.address)
    if (refusal) {
      const { body: signer, foot } = refusedParts(step)
      return show([...signer, ...foot], refusal)
    }
    const isHarmless = notice?.tone === 'info'
    const beside = isHarmless && noticeBox(notice)
    const parts = [...connectedParts(step), ...messageParts(step), beside, ...signButton(step, 'Sign to open the list')]
    show(parts, isHarmless ? null : notice)
  }

  const sign = async (connected: ConnectedWallet) => {
    const mine = ++attempt
    const { wallet, account } = connected
    const { text, timestamp } = signing
    show([signerRow(connected), opens(), ...askedParts(message), ...busy(`Confirm in ${wallet.name}`, leave)])
    try {
      const signature = await signText(wallet, account, text)
      if (mine !== attempt) return
      show(busy('Opening the list…', null))
      const answer = await open(account.address, timestamp, signature)
      if (answer.kind !== 'ok') {
        const refusal = notOpened(answer)
        if (answer.kind === 'problem' && answer.code === 'approver_not_allowed') notListed.set(account.address, refusal)
        return pick(connected, refusal)
      }
      clock.learn(answer.body.serverTime)
      const headers = { 'x-svc-approvals-token': answer.body.token }
      opened({ path: '/api/approvals', headers, who: account.address, untilMs: Date.parse(answer.body.expiresAt), signer: connected })
    } catch (error) {
      if (mine === attempt) pick(connected, notSigned(wallet.name, error))
    }
  }

  watchWallets((present) => {
    wallets = present
    if (!ready) choosing()
  })
  return { element, again: choosing }
}

const open = (wallet: string, timestamp: string, signature: Uint8Array): Promise<Answer<OpenedView>> =>
  ask('/api/approvals/open', {
    method: 'POST',
    headers: { 'x-svc-wallet': wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': bs58.encode(signature) },
  })

function notOpened(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): Notice {
  if (answer.kind !== 'problem')
    return { tone: 'error', title: 'No connection to the service', text: 'Check your connection, and sign again.' }
  const { code, detail, status, retryAfterSec } = answer
  if (code === 'approver_not_allowed') {
    return {
      tone: 'error',
      title: 'This wallet is not an approver',
      text: 'It is not on the operator’s list. Use another wallet, or ask the operator to list it.',
    }
  }
  if (code === 'wallet_signature_invalid') {
    return { tone: 'error', title: 'The service did not accept the signature', text: 'Reload this page, and sign again.' }
  }
  if (status === 429) return { tone: 'warn', title: 'Too many attempts', text: `Wait ${retryAfterSec} seconds, then sign again.` }
  return { tone: 'error', title: 'The list was not opened', text: detail || 'The service gave no reason.' }
}

/** The operator's key opens the same list. It stays in this form and in the memory of the page. */
function operatorForm(opened: (access: Access) => void): HTMLElement {
  const field = h('input', { id: 'operator-key', type: 'password', autocomplete: 'off', required: true, spellcheck: 'false' })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const key = field.value.trim()
    field.value = ''
    if (key !== '')
      opened({ path: '/api/agent/approvals', headers: { 'x-svc-api-key': key }, who: 'the operator', untilMs: null, signer: null })
  }
  return h(
    'details',
    { class: 'operator-key' },
    h('summary', null, 'I am the operator'),
    h(
      'form',
      { onsubmit: submit },
      h('label', { for: 'operator-key' }, 'Operator key'),
      field,
      h('button', { type: 'submit', class: 'button' }, 'Open with the key'),
    ),
  )
}
