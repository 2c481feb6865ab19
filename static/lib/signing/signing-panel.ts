import type { WalletAccount } from '@wallet-standard/base'
import bs58 from 'bs58'
import type { Answer } from '../api.ts'
import { type Child, fill, h } from '../dom.ts'
import type { ServerClock } from '../server-clock.ts'
import type { TypedData } from '../../../src/lib/signatures/typed-data.ts'
import { signsTyped, signTyped, watchEvmWallets } from './evm-wallets.ts'
import { type Notice, noticeBox, notConnected, notSigned } from './notices.ts'
import { connectButton, fillFoot, keepBarHeight } from './signing-foot.ts'
import { messageText } from './text-parts.ts'
import { askedParts, busy, chooseWallet, connectedParts, messageParts, refusedParts, signButton, signerRow } from './wallet-steps.ts'
import { accountOrder, connect, type ConnectedWallet, type SigningWallet, signText, watchWallets } from './wallets.ts'

/** The text to sign is renewed this often while it is shown, well within the five minutes that a signature may be old. */
const RENEW_MS = 60_000

/** From the last line of the text to the edge of its box. */
const MESSAGE_EDGE_PX = 16

/** What did not become of a signature. */
export type Failed = Exclude<Answer<unknown>, { kind: 'ok' } | { kind: 'same' }>

/** What a person signs, and what comes of it. */
export interface SignedWish<Body> {
  /** What connecting is for. */
  readonly connect: string
  /** What the button says that signs: it may depend on what was chosen. */
  readonly button: string | (() => string)
  /** What is read is longer than a phone: the buttons stay in sight at its foot; `signing` where the wallets stand near the top. */
  readonly bar?: 'always' | 'signing'
  /** It ends something for good. */
  readonly ends?: true
  /** A way out of it, which stands beside the button. */
  readonly way?: HTMLElement
  /** What stands between the account and the text. */
  readonly parts?: (account: WalletAccount) => readonly Child[]
  /** The exact text, at this time of the service. */
  readonly text: (address: string, timestamp: string) => string
  /** What comes of it, in words, above a text that is none for people. */
  readonly means?: string
  /** What its parts are, in words below it. */
  readonly reads?: (timestamp: string) => string
  /** Shows the text before anybody is connected; without it there is none then. */
  readonly read?: () => void
  /** The same for EVM wallets, of which none is offered without it. */
  readonly typed?: (timestamp: string) => TypedData | null
  /** An address that stands on the page already, whose account needs no other. */
  readonly shown?: string
  /** That this account can sign nothing here, whatever is chosen; null when it can. */
  readonly stranger?: (address: string) => Notice | null
  /** Why this account cannot sign now; null when it can. */
  readonly blocked?: (address: string) => string | null
  /** Leads to what blocks it: the button that is off does. */
  readonly mend?: () => void
  readonly send: (headers: Readonly<Record<string, string>>) => Promise<Answer<Body>>
  /** Who is connected already, and is not asked for it again. */
  readonly signer?: ConnectedWallet | null
  readonly done: (body: Body, signer: ConnectedWallet) => void
  readonly refused: (failed: Failed) => Notice
}

/** The steps to a signature: a wallet, an account, the exact text, and what came of it. */
export interface SigningPanel {
  readonly element: HTMLElement
  /** Writes the text anew, and what blocks it. */
  renew(): void
  /** Back to the first step. */
  again(): void
}

/** What stands beside a step. */
interface StepWords {
  readonly notice?: Notice | null
  readonly read?: boolean
  /** What cannot be signed yet has no text to lead to, and no button that follows: what is missing comes first. */
  readonly toText?: boolean
}

/** Takes a person through the steps. A signature that did not arrive is made again: the service takes each one once. */
export function createSigningPanel<Body>(clock: ServerClock, wish: SignedWish<Body>): SigningPanel {
  const element = h('div', { class: 'decision-body', tabindex: '-1' })
  const foot = h('div', { class: 'decision-foot' })
  if (wish.bar) keepBarHeight(foot)
  const message = h('pre', { class: 'message', tabindex: '0', 'aria-labelledby': 'message-label' })
  const reads = h('p', { class: 'message-reads' })
  let wallets: readonly SigningWallet[] = []
  let ready: ConnectedWallet | null = null
  let asked = { text: '', timestamp: '' }
  /** Accounts that are on no list: nothing that they sign here counts. */
  const notListed = new Map<string, Notice>()
  const order = accountOrder()
  /** Counts attempts: what a wallet answers to one that was left is not listened to. */
  let attempt = 0
  let idle = true
  /** While the end of the text is not on screen the buttons of a phone lead to it. */
  const toText = h(
    'button',
    { type: 'button', class: 'link-button to-text', onclick: () => (message.isConnected ? toMessage() : wish.read?.()) },
    'Read the exact text',
  )
  const toMessage = () => {
    message.focus({ preventScroll: true })
    message.scrollIntoView({ block: 'start' })
  }
  const textEnd = h('span', { class: 'text-end', 'aria-hidden': 'true' })
  let seenEnd: IntersectionObserver | null = null
  /** What the buttons cover is not on screen, and the end is the edge of its box. */
  const watchEnd = () => {
    seenEnd?.disconnect()
    toText.hidden = false
    if (!textEnd.isConnected) return
    const isSeen = ([seen]: readonly IntersectionObserverEntry[]) => void (toText.hidden = seen!.isIntersecting)
    seenEnd = new IntersectionObserver(isSeen, { rootMargin: `0px 0px -${foot.offsetHeight + MESSAGE_EDGE_PX}px` })
    seenEnd.observe(textEnd)
  }

  /** `read` = the text can be read in this step. */
  const show = (body: readonly Child[], buttons: readonly Child[], words: StepWords = {}) => {
    const { notice = null, read = body.includes(message), toText: leads = read } = words
    const focused = document.activeElement
    const hadFocus = element.contains(focused)
    const box = notice && noticeBox(notice)
    // What did no harm stands right above the button that may be pressed again.
    const isBeside = notice?.tone === 'info' && ready !== null
    const isBar = wish.bar === 'always' || (wish.bar === 'signing' && read && leads)
    foot.classList.toggle('is-bar', isBar)
    fillFoot(foot, [isBeside && box, ...buttons], { notice, toRead: isBar && leads && toText })
    fill(element, notice?.tone !== 'info' && box, ...body, notice?.tone === 'info' && !isBeside && box, foot)
    if (wish.bar) watchEnd()
    // What is shown again keeps the focus that it had.
    if (hadFocus) (element.contains(focused) ? (focused as HTMLElement) : element).focus({ preventScroll: true })
    if (wish.ends || notice?.tone === 'info') foot.scrollIntoView({ block: 'nearest' })
  }
  const connectTo = (wallet: SigningWallet) => void choose(wallet)
  const again = (notice: Notice | null = null) => {
    attempt += 1
    idle = true
    ready = null
    show(chooseWallet(wish.connect, wallets, connectTo), [wish.bar === 'always' && connectButton(element, wallets, connectTo), wish.way], {
      notice,
      read: wish.read !== undefined,
    })
  }
  const renew = () => {
    if (!ready) return
    const timestamp = String(Math.floor(clock.nowMs()))
    asked = { timestamp, text: wish.text(ready.account.address, timestamp) }
    fill(message, ...messageText(asked.text), textEnd)
    reads.textContent = wish.reads?.(timestamp) ?? ''
  }
  setInterval(renew, RENEW_MS)

  const choose = async (wallet: SigningWallet) => {
    const mine = ++attempt
    idle = false
    show(
      [h('p', { class: 'step' }, wish.connect)],
      busy(`Confirm in ${wallet.name}`, () => again()),
      { read: wish.read !== undefined },
    )
    try {
      const accounts = await connect(wallet)
      if (mine !== attempt) return
      const account = order.first(accounts)
      if (account) return pick({ wallet, accounts, account })
      again({ tone: 'error', title: 'No account to sign with', text: `${wallet.name} shared none.` })
    } catch (error) {
      if (mine === attempt) again(notConnected(wallet.name, error))
    }
  }

  const pick = (connected: ConnectedWallet, notice: Notice | null = null) => {
    ready = connected
    renew()
    const { account } = connected
    const step = {
      ...connected,
      addressShown: account.address === wish.shown,
      message,
      means: wish.means,
      blocked: wish.blocked?.(account.address) ?? null,
      mend: wish.mend,
      sign: () => void sign(connected),
      pick: (other: WalletAccount) => pick({ ...connected, account: other }),
      leave: () => {
        order.passOver(account.address)
        again()
      },
    }
    const refusal = notListed.get(account.address)
    if (refusal) {
      const refused = refusedParts(step)
      return show(refused.body, [...refused.foot, wish.way], { notice: refusal })
    }
    const stranger = wish.stranger?.(account.address)
    if (stranger) {
      const refused = refusedParts(step)
      return show([noticeBox(stranger), ...refused.body], [...refused.foot, wish.way])
    }
    const look = wish.ends ? 'button button-main button-no' : 'button button-main'
    const body = [...connectedParts(step), ...(wish.parts?.(account) ?? []), ...messageParts(step), wish.reads && reads]
    const button = typeof wish.button === 'string' ? wish.button : wish.button()
    show(body, [...signButton(step, button, look), wish.way], { notice, toText: step.blocked === null || wish.bar !== 'signing' })
  }

  const sign = async (connected: ConnectedWallet) => {
    const mine = ++attempt
    const { wallet, account } = connected
    const { text, timestamp } = asked
    // What the wallet was asked stays as it is until it answers.
    ready = null
    show(
      [signerRow(connected), ...askedParts(message)],
      busy(`Confirm in ${wallet.name}`, () => again()),
    )
    try {
      const typed = signsTyped(wallet) ? wish.typed?.(timestamp) : null
      const signature = typed ? await signTyped(wallet, account, typed) : bs58.encode(await signText(wallet, account, text))
      if (mine !== attempt) return
      show([], busy('Sending your signature…', null))
      const headers = { 'x-svc-wallet': account.address, 'x-svc-timestamp': timestamp, 'x-svc-signature': signature }
      const answer = await wish.send(headers)
      if (answer.kind === 'ok') return wish.done(answer.body, connected)
      if (answer.kind === 'same') return
      const refusal = wish.refused(answer)
      if (answer.kind === 'problem' && answer.code === 'approver_not_allowed') notListed.set(account.address, refusal)
      pick(connected, refusal)
    } catch (error) {
      if (mine === attempt) pick(connected, notSigned(wallet.name, error))
    }
  }

  const ofKinds: Record<'solana' | 'evm', readonly SigningWallet[]> = { solana: [], evm: [] }
  const offer = (kind: keyof typeof ofKinds) => (present: readonly SigningWallet[]) => {
    ofKinds[kind] = present
    wallets = [...ofKinds.solana, ...ofKinds.evm]
    if (idle) again()
  }
  if (wish.signer) {
    idle = false
    pick(wish.signer)
  }
  if (wish.typed) watchEvmWallets(offer('evm'))
  watchWallets(offer('solana'))
  return { element, renew: () => ready && pick(ready), again: () => again() }
}
