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
import { busy, chooseWallet, connectedParts, messageParts, signButton } from '../lib/signing/wallet-steps.ts'
import { connect, type ConnectedWallet, type SigningWallet, signText, watchWallets } from '../lib/signing/wallets.ts'

type Referrals = Static<typeof ReferralStatsView>

const CONNECT =
  'Connect the wallet that you are paid into, and sign once: you see your referral code and what it brought. Nothing is spent.'

/** The steps as they stand: what is shown, and which attempt it is of. */
interface OwnSteps {
  readonly clock: ServerClock
  show(parts: readonly Child[], notice?: Notice | null): void
  /** Shows the first step again, and why. */
  again(notice?: Notice | null): void
  /** Begins an attempt; what it returns says whether that is still the one that counts. */
  begin(): () => boolean
}

/** What only the owner of a wallet is shown, after a signature: the referral code, and what came of it. */
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
  return h('details', { class: 'card folded own-figures' }, h('summary', null, h('h2', null, 'Is this you? Your referral code')), body)
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

function pick(steps: OwnSteps, connected: ConnectedWallet, notice: Notice | null = null): void {
  const message = h('pre', { class: 'message', tabindex: '0', 'aria-labelledby': 'message-label' })
  // What is shown is what is signed; it is written anew for each attempt, since it counts for minutes only.
  const timestamp = String(Math.floor(steps.clock.nowMs()))
  const text = `svc-kol-referrals:${document.documentElement.dataset['host']}:${connected.account.address}:${timestamp}`
  message.textContent = text
  const step = {
    ...connected,
    message,
    blocked: null,
    sign: () => void sign(steps, connected, { text, timestamp }),
    pick: (account: WalletAccount) => pick(steps, { ...connected, account }),
    leave: () => steps.again(),
  }
  steps.show([...connectedParts(step), ...messageParts(step), ...signButton(step, 'Sign to see it')], notice)
}

async function sign(
  steps: OwnSteps,
  connected: ConnectedWallet,
  { text, timestamp }: { readonly text: string; readonly timestamp: string },
): Promise<void> {
  const counts = steps.begin()
  const { wallet, account } = connected
  steps.show(busy(`Waiting for ${wallet.name} to sign…`, () => steps.again()))
  try {
    const signature = await signText(wallet, account, text)
    if (!counts()) return
    const headers = { 'x-svc-wallet': account.address, 'x-svc-timestamp': timestamp, 'x-svc-signature': bs58.encode(signature) }
    const answer = await ask<Referrals>('/api/kol/referrals', { headers })
    if (!counts()) return
    if (answer.kind === 'ok') return steps.show(figures(answer.body))
    pick(steps, connected, refused(answer.kind === 'problem' ? answer.detail : ''))
  } catch (error) {
    if (counts()) pick(steps, connected, notSigned(wallet.name, error))
  }
}

const refused = (detail: string): Notice => ({
  tone: 'error',
  title: 'It cannot be shown',
  text: detail || 'No answer from the service. Check your connection, and sign again.',
})

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
