import type { Static } from '@sinclair/typebox'
import type { WalletAccount } from '@wallet-standard/base'
import bs58 from 'bs58'
import { countText } from '../../src/domain/money/figure-text.ts'
import type { ReferralStatsView } from '../../src/features/referrals/referral-stats-view.ts'
import { copyMainButton } from '../lib/address.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { shortText, utcText } from '../lib/format.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { type Notice, noticeBox, notConnected, notSigned } from '../lib/signing/notices.ts'
import { textParts } from '../lib/signing/text-parts.ts'
import { action, busy, chooseWallet, connectedParts, messageParts } from '../lib/signing/wallet-steps.ts'
import { connect, type ConnectedWallet, type SigningWallet, signText, watchWallets } from '../lib/signing/wallets.ts'
import { type WishName, wishes } from './own-wishes.ts'

type Referrals = Static<typeof ReferralStatsView>

const CONNECT = 'Connect the wallet that you are paid into to see your referral code or to opt out. It costs nothing.'

const EARNS = 'It earns you a part of the creator fees of every coin whose agent came with it.'

/** The steps as they stand: what is shown, and which attempt it is of. */
interface OwnSteps {
  readonly clock: ServerClock
  /** They opted out: what the page shows is gone. */
  readonly left: () => void
  /** Whose wallet is connected now; whether it is that of the listing. */
  picked(address: string): boolean
  /** `heading` is that of the step; without one, what all of it is for. */
  show(parts: readonly Child[], notice?: Notice | null, heading?: string): void
  /** Shows the first step again, and why. */
  again(notice?: Notice | null): void
  /** Begins an attempt; what it returns says whether that is still the one that counts. */
  begin(): () => boolean
}

/** The page that it is for. */
interface OwnPage extends Pick<OwnSteps, 'clock' | 'left'> {
  /** Whether this is the wallet of the listing. */
  readonly isOwn: (address: string) => boolean
  /** What all of it is called from now on. */
  readonly named: (words: string) => void
}

/** What the button and the block that it opens are called, until the owner is known. */
export const ASKED = 'Is this you?'
const OWN = 'Your listing'

/** What only the owner of a wallet may do, by a signature: see the referral code and what came of it, or opt out. */
export function ownFigures({ clock, left, isOwn, named }: OwnPage): HTMLElement {
  const body = h('div', { class: 'decision-body', tabindex: '-1' })
  let called = ASKED
  const title = h('h2', null, called)
  let wallets: readonly SigningWallet[] = []
  let attempt = 0
  let idle = true
  const steps: OwnSteps = {
    clock,
    left,
    picked(address) {
      called = isOwn(address) ? OWN : ASKED
      named(called)
      return called === OWN
    },
    show(parts, notice = null, heading = called) {
      title.textContent = heading
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
        'Connect your wallet',
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
  return h('section', { class: 'card own-figures' }, title, body)
}

async function choose(steps: OwnSteps, wallet: SigningWallet): Promise<void> {
  const counts = steps.begin()
  steps.show(busy(`Confirm in ${wallet.name}`, () => steps.again()))
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

/** Whose wallet it is, and what may be done with it. */
function pick(steps: OwnSteps, connected: ConnectedWallet): void {
  const step = {
    ...connected,
    addressShown: steps.picked(connected.account.address),
    pick: (account: WalletAccount) => pick(steps, { ...connected, account }),
    leave: () => steps.again(),
  }
  const { referrals, optOut } = wishes()
  steps.show([
    ...connectedParts(step),
    h(
      'p',
      { class: 'own-ways' },
      action(referrals.choice, () => askFor(steps, connected, 'referrals'), { class: 'button button-main' }),
      h('span', { class: 'muted' }, EARNS),
    ),
    h(
      'p',
      { class: 'own-leave' },
      action(optOut.choice, () => askFor(steps, connected, 'optOut'), { class: 'link-button' }),
      h('span', { class: 'muted' }, 'Coins already launched keep paying you.'),
    ),
  ])
}

/** The one step to what was chosen. */
function askFor(steps: OwnSteps, connected: ConnectedWallet, name: WishName, notice: Notice | null = null): void {
  const message = h('pre', { class: 'message', tabindex: '0', 'aria-labelledby': 'message-label' })
  const { verb, heading, words, button } = wishes()[name]
  // What is shown is what is signed; it is written anew for each attempt, since it counts for minutes only.
  const timestamp = String(Math.floor(steps.clock.nowMs()))
  const text = `${verb}:${document.documentElement.dataset['host']}:${connected.account.address}:${timestamp}`
  fill(message, ...textParts(text))
  const look = name === 'optOut' ? 'button button-main button-no' : 'button button-main'
  steps.show(
    [
      words,
      textFacts(connected.account.address, Number(timestamp)),
      ...messageParts({ message, wallet: connected.wallet }),
      h(
        'p',
        { class: 'own-ways' },
        action(button, () => void sign(steps, connected, name, { text, timestamp }), { class: look }),
        action('Back', () => pick(steps, connected), { class: 'button' }),
      ),
    ],
    notice,
    heading,
  )
}

/** What the text says, part after part: it is a line for machines. */
const textFacts = (address: string, atMs: number): HTMLElement =>
  h(
    'dl',
    { class: 'decision-summary' },
    ownFigure('Site', document.documentElement.dataset['host'] ?? ''),
    ownFigure('Wallet', h('code', { title: address }, shortText(address))),
    ownFigure('Time', utcText(atMs)),
  )

async function sign(
  steps: OwnSteps,
  connected: ConnectedWallet,
  name: WishName,
  { text, timestamp }: { readonly text: string; readonly timestamp: string },
): Promise<void> {
  const counts = steps.begin()
  const { wallet, account } = connected
  const { method, path, heading } = wishes()[name]
  steps.show(
    busy(`Confirm in ${wallet.name}`, () => steps.again()),
    null,
    heading,
  )
  try {
    const signature = await signText(wallet, account, text)
    if (!counts()) return
    const headers = { 'x-svc-wallet': account.address, 'x-svc-timestamp': timestamp, 'x-svc-signature': bs58.encode(signature) }
    const answer = await ask<Referrals>(path, { method, headers })
    if (!counts()) return
    if (answer.kind === 'ok') return name === 'optOut' ? steps.left() : steps.show(figures(answer.body), null, heading)
    askFor(steps, connected, name, refused(name, answer.kind === 'problem' ? answer.detail : ''))
  } catch (error) {
    if (counts()) askFor(steps, connected, name, notSigned(wallet.name, error))
  }
}

const refused = (name: WishName, detail: string): Notice => ({
  tone: 'error',
  title: name === 'referrals' ? 'It cannot be shown' : 'You are not out',
  text: detail || 'No answer from the service. Check your connection, and sign again.',
})

const figures = ({ handle, code, keysReferred, launches, earned }: Referrals): Child[] => [
  code === null
    ? h('p', { role: 'status' }, foreign(`@${handle}`), ' has no referral code yet. Ask the operator for one.')
    : h(
        'p',
        { class: 'own-code', role: 'status' },
        h('span', { class: 'spoken' }, 'Referral code '),
        h('code', null, code),
        copyMainButton(code, 'the code'),
      ),
  h(
    'dl',
    { class: 'own-earned' },
    ownFigure('Keys', countText(keysReferred)),
    ownFigure('Coins', countText(launches)),
    ownFigure('Earned', amountFigure(earned, 'payout')),
  ),
  code !== null && h('p', { class: 'muted' }, EARNS),
]

const ownFigure = (name: string, value: Child): HTMLElement => h('div', null, h('dt', null, name), h('dd', null, value))
