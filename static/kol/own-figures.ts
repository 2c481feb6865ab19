import type { Static } from '@sinclair/typebox'
import type { WalletAccount } from '@wallet-standard/base'
import bs58 from 'bs58'
import { countText } from '../../src/domain/money/figure-text.ts'
import type { ReferralStatsView } from '../../src/features/referrals/referral-stats-view.ts'
import { copyButton } from '../lib/address.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { type Notice, noticeBox, notConnected, notSigned } from '../lib/signing/notices.ts'
import { action, busy, chooseWallet, connectedParts, messageParts, signButton } from '../lib/signing/wallet-steps.ts'
import { connect, type ConnectedWallet, type SigningWallet, signText, watchWallets } from '../lib/signing/wallets.ts'

type Referrals = Static<typeof ReferralStatsView>

const CONNECT =
  'Connect the wallet that you are paid into, and sign once: you see your referral code and what it brought, or you opt out. Nothing is spent.'

/** What a signature asks for. */
interface Wish {
  /** What the signed text begins with. */
  readonly verb: string
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly words: string
  readonly button: string
  /** The words that lead here from the other one. */
  readonly turn: string
  readonly shows: (answer: never) => Child[]
}

const WISHES = {
  referrals: {
    verb: 'svc-kol-referrals',
    method: 'GET',
    path: '/api/kol/referrals',
    words: 'It shows your referral code, and what it brought.',
    button: 'Sign to see it',
    turn: 'See the referral code instead',
    shows: (answer: Referrals) => figures(answer),
  },
  optOut: {
    verb: 'svc-kol-opt-out',
    method: 'POST',
    path: '/api/kol/opt-out',
    words:
      'You are shown and hired here no more, and whoever approves a plan that names you is warned. What was launched or approved stays, and goes on paying you. Only the operator can take you in again.',
    button: 'Sign to opt out',
    turn: 'Never hire me: opt out instead',
    shows: (answer: OptedOut) => gone(answer),
  },
} as const satisfies Readonly<Record<string, Wish>>

type WishName = keyof typeof WISHES

interface OptedOut {
  readonly handles: readonly string[]
}

/** The steps as they stand: what is shown, and which attempt it is of. */
interface OwnSteps {
  readonly clock: ServerClock
  show(parts: readonly Child[], notice?: Notice | null): void
  /** Shows the first step again, and why. */
  again(notice?: Notice | null): void
  /** Begins an attempt; what it returns says whether that is still the one that counts. */
  begin(): () => boolean
}

/** What only the owner of a wallet may do, by a signature: see the referral code and what came of it, or opt out. */
export function ownFigures(clock: ServerClock): HTMLElement {
  const body = h('div', { class: 'decision-body', tabindex: '-1' })
  let wallets: readonly SigningWallet[] = []
  let attempt = 0
  let idle = true
  const steps: OwnSteps = {
    clock,
    show(parts, notice = null) {
      const hadFocus = body.contains(document.activeElement)
      fill(body, notice && noticeBox(notice), ...parts)
      if (hadFocus) body.focus()
    },
    again(notice = null) {
      attempt += 1
      idle = true
      steps.show(
        chooseWallet(CONNECT, wallets, (wallet) => void choose(steps, wallet)),
        notice,
      )
    },
    begin() {
      const mine = ++attempt
      idle = false
      return () => mine === attempt
    },
  }
  watchWallets((present) => {
    wallets = present
    if (idle) steps.again()
  })
  return h(
    'details',
    { class: 'card folded own-figures' },
    h('summary', null, h('h2', null, 'Is this you? Referral code and opt-out')),
    body,
  )
}

async function choose(steps: OwnSteps, wallet: SigningWallet): Promise<void> {
  const counts = steps.begin()
  steps.show(busy(`Waiting for ${wallet.name} to connect…`, () => steps.again()))
  try {
    const accounts = await connect(wallet)
    if (!counts()) return
    const account = accounts[0]
    if (account) return pick(steps, { wallet, accounts, account })
    steps.again({ tone: 'error', title: 'No account to sign with', text: `${wallet.name} shared none.` })
  } catch (error) {
    if (counts()) steps.again(notConnected(wallet.name, error))
  }
}

function pick(steps: OwnSteps, connected: ConnectedWallet, name: WishName = 'referrals', notice: Notice | null = null): void {
  const message = h('pre', { class: 'message', tabindex: '0', 'aria-labelledby': 'message-label' })
  const other = name === 'referrals' ? 'optOut' : 'referrals'
  const { verb, words, button } = WISHES[name]
  // What is shown is what is signed; it is written anew for each attempt, since it counts for minutes only.
  const timestamp = String(Math.floor(steps.clock.nowMs()))
  const text = `${verb}:${document.documentElement.dataset['host']}:${connected.account.address}:${timestamp}`
  message.textContent = text
  const step = {
    ...connected,
    message,
    blocked: null,
    sign: () => void sign(steps, connected, name, { text, timestamp }),
    pick: (account: WalletAccount) => pick(steps, { ...connected, account }, name),
    leave: () => steps.again(),
  }
  const turn = action(WISHES[other].turn, () => pick(steps, connected, other), { class: 'button button-quiet' })
  steps.show(
    [
      ...connectedParts(step),
      h('p', null, words),
      ...messageParts(step),
      ...signButton(step, button, name === 'optOut' ? 'button button-main button-no' : 'button button-main'),
      turn,
    ],
    notice,
  )
}

async function sign(
  steps: OwnSteps,
  connected: ConnectedWallet,
  name: WishName,
  { text, timestamp }: { readonly text: string; readonly timestamp: string },
): Promise<void> {
  const counts = steps.begin()
  const { wallet, account } = connected
  const { method, path, shows }: Wish = WISHES[name]
  steps.show(busy(`Waiting for ${wallet.name} to sign…`, () => steps.again()))
  try {
    const signature = await signText(wallet, account, text)
    if (!counts()) return
    const headers = { 'x-svc-wallet': account.address, 'x-svc-timestamp': timestamp, 'x-svc-signature': bs58.encode(signature) }
    const answer = await ask<never>(path, { method, headers })
    if (!counts()) return
    if (answer.kind === 'ok') return steps.show(shows(answer.body))
    pick(steps, connected, name, refused(name, answer.kind === 'problem' ? answer.detail : ''))
  } catch (error) {
    if (counts()) pick(steps, connected, name, notSigned(wallet.name, error))
  }
}

const refused = (name: WishName, detail: string): Notice => ({
  tone: 'error',
  title: name === 'referrals' ? 'It cannot be shown' : 'You are not out',
  text: detail || 'No answer from the service. Check your connection, and sign again.',
})

const gone = ({ handles }: OptedOut): Child[] => [
  h('p', { class: 'result', role: 'status' }, 'You are out: ', foreign(handles.map((handle) => `@${handle}`).join(', '))),
  h('p', { class: 'muted' }, 'This page is gone the next time it is opened.'),
]

const figures = ({ handle, code, keysReferred, launches, earned }: Referrals): Child[] => [
  h(
    'p',
    { class: 'payee-line', role: 'status' },
    h('span', null, 'Referral code of ', foreign(`@${handle}`), ': ', h('strong', null, code ?? 'none yet, ask the operator for one')),
    code !== null && copyButton(code, 'the referral code'),
  ),
  h(
    'p',
    null,
    `${plural(keysReferred, 'key')} claimed with it, ${countText(launches)} launched, `,
    amountFigure(earned, 'payout'),
    ' earned.',
  ),
  code !== null && h('p', { class: 'muted' }, 'An agent that claims its key with this code names you as its referrer in every coin.'),
]
