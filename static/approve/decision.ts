import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { WalletAccount } from '@wallet-standard/base'
import { type Child, fill, h } from '../lib/dom.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { type Notice, noticeBox, notConnected, notSigned } from '../lib/signing/notices.ts'
import { action, busy, chooseWallet } from '../lib/signing/wallet-steps.ts'
import { connect, type ConnectedWallet, type SigningWallet, signText, watchAccount, watchWallets } from '../lib/signing/wallets.ts'
import { LAUNCHER_CONNECTED, NO_REASON, verdictRefused } from './notices.ts'
import { decisionSummary, readyToReject, readyToSign } from './decision-view.ts'
import { hasApproved, namesItsPlan } from './dry-run.ts'
import { outcome } from './outcome.ts'
import { sendVerdict, type SignedVerdict, type VerdictKind, verdictText } from './verdict.ts'

/** The text to sign is renewed this often while it is shown, well within the five minutes that a signature may be old. */
const RENEW_MS = 60_000

type Stage =
  | { readonly at: 'choose' }
  | { readonly at: 'connecting'; readonly wallet: SigningWallet }
  | ({ readonly at: 'ready' } & ConnectedWallet)
  | ({ readonly at: 'signing' } & ConnectedWallet)
  | { readonly at: 'sending' }
  | { readonly at: 'unsent'; readonly connected: ConnectedWallet; readonly signed: SignedVerdict }

/** The panel in which a person decides. */
export interface Decision {
  readonly element: HTMLElement
  /** Shows the plan's present state; nothing is drawn again while it stays the same. */
  show(view: DryRunPublicView, state: { readonly expired: boolean; readonly pictureShown: boolean }): void
}

/** What the panel needs of the page. */
interface DecisionDeps {
  readonly clock: ServerClock
  /** Asks the service for the plan's state, and ends when it is shown. */
  readonly refresh: () => Promise<void>
  /** Has a screen reader say this. */
  readonly announce: (text: string) => void
}

const CONNECT = 'Step 1 of 2: connect an approver’s wallet. Connecting approves nothing.'
const LATER =
  'An approver can also reject it, with a reason. To decide later, close this page: without a signature nothing happens, and the plan expires.'

/** Characters of a reason, as the service takes them. */
const REASON_MAX = 280

/** Builds the panel. */
export function createDecision({ clock, refresh, announce }: DecisionDeps): Decision {
  const heading = h('h2', { id: 'decision', tabindex: '-1' }, 'Your decision')
  const body = h('div', { class: 'decision-body' })
  const message = h('pre', { class: 'message', tabindex: '0', 'aria-labelledby': 'message-label' })
  const reason = h('textarea', { id: 'reason', rows: 3, maxlength: REASON_MAX, required: true, 'aria-describedby': 'reason-note' })
  const element = h('section', { class: 'card decision', 'aria-labelledby': 'decision' }, heading, body)

  let view: DryRunPublicView | null = null
  let shown = { expired: false, pictureShown: false }
  let drawn = ''
  /** The result that was said last: each is said once, whoever brought it about. */
  let announced = ''
  let wallets: readonly SigningWallet[] = []
  let stage: Stage = { at: 'choose' }
  let notice: Notice | null = null
  /** What a signature would say. */
  let kind: VerdictKind = 'approve'
  /** Counts attempts: what a wallet answers to one that was left is not listened to. */
  let attempt = 0
  let mine: string | null = null
  /** Wallets that the service refused: they need not ask again. */
  const notListed = new Set<string>()
  let verdict = verdictText(kind, '', 0)
  let unwatch = () => {}

  const renew = () => {
    if (!view || stage.at !== 'ready') return
    verdict = verdictText(kind, view.dryRunId, clock.nowMs())
    message.textContent = verdict.text
  }
  setInterval(renew, RENEW_MS)

  const move = (next: Stage, say: Notice | null = null) => {
    stage = next
    notice = say
    renew()
    draw()
  }

  const turn = (to: VerdictKind) => {
    kind = to
    move(stage, stage.at === 'ready' ? warningFor(stage.account) : null)
  }

  const leave = () => {
    attempt += 1
    unwatch()
    move({ at: 'choose' })
  }

  const choose = async (wallet: SigningWallet) => {
    const mineNow = ++attempt
    move({ at: 'connecting', wallet })
    try {
      const [accounts] = await Promise.all([connect(wallet), refresh()])
      if (mineNow !== attempt) return
      const account = accounts[0]
      if (!account) return move({ at: 'choose' }, { tone: 'error', title: 'No account to sign with', text: `${wallet.name} shared none.` })
      pick({ wallet, accounts, account })
    } catch (error) {
      if (mineNow === attempt) move({ at: 'choose' }, notConnected(wallet.name, error))
    }
  }

  const pick = (connected: ConnectedWallet) => {
    unwatch()
    unwatch = watchAccount(connected.wallet, connected.account, leave)
    move({ ...connected, at: 'ready' }, warningFor(connected.account))
  }

  const warningFor = ({ address }: WalletAccount): Notice | null =>
    kind === 'approve' && address === view?.plan.launcherPubkey ? LAUNCHER_CONNECTED : null

  const sign = async (connected: ConnectedWallet) => {
    const mineNow = ++attempt
    const { wallet, account } = connected
    // The service takes what a reader sees of a text, in one line.
    const why = reason.value.replaceAll(/\s+/g, ' ').trim()
    if (kind === 'reject' && why === '') {
      move({ ...connected, at: 'ready' }, NO_REASON)
      return reason.focus()
    }
    const asked = verdict
    move({ ...connected, at: 'signing' })
    try {
      const signature = await signText(wallet, account, asked.text)
      if (mineNow === attempt) await send(connected, { ...asked, wallet: account.address, signature, reason: why })
    } catch (error) {
      if (mineNow === attempt) move({ ...connected, at: 'ready' }, notSigned(wallet.name, error))
    }
  }

  const send = async (connected: ConnectedWallet, signed: SignedVerdict) => {
    move({ at: 'sending' })
    const answer = await sendVerdict(view!.dryRunId, signed)
    if (answer.kind === 'ok') mine = signed.wallet
    await refresh()
    if (answer.kind === 'ok' || answer.kind === 'same') {
      kind = 'approve'
      return move({ at: 'choose' })
    }
    const refused = verdictRefused(answer, signed.kind)
    if (answer.kind === 'problem' && answer.code === 'approver_not_allowed') notListed.add(signed.wallet)
    move(refused.retry ? { at: 'unsent', connected, signed } : { ...connected, at: 'ready' }, refused)
  }

  const blockedBecause = (account: WalletAccount): string | null => {
    if (namesItsPlan(view!) === false) return 'The id of this dry-run does not name this plan. Sign nothing, and tell the operator.'
    if (notListed.has(account.address)) return 'This wallet was refused. Use another one.'
    if (kind === 'reject') return null
    if (account.address === view!.plan.launcherPubkey) return 'The launcher cannot approve.'
    if (hasApproved(view!, account.address)) return 'This wallet has approved already. Each approver counts once.'
    if (view!.intent === 'launch' && !shown.pictureShown) return 'The picture is not on screen yet. You can sign once you have seen it.'
    return null
  }

  const stageParts = (): readonly Child[] => {
    switch (stage.at) {
      case 'choose':
        return chooseWallet(CONNECT, wallets, (wallet) => void choose(wallet))
      case 'connecting':
        return busy(`Waiting for ${stage.wallet.name} to connect…`, leave)
      case 'ready': {
        const connected: ConnectedWallet = stage
        const { wallet, accounts, account } = connected
        const blocked = blockedBecause(account)
        const choosing = (other: WalletAccount) => pick({ ...connected, account: other })
        const step = { wallet, accounts, account, message, blocked, sign: () => void sign(connected), pick: choosing, leave }
        return kind === 'approve'
          ? readyToSign(view!, { ...step, turn: () => turn('reject') })
          : readyToReject(view!, { ...step, reason, turn: () => turn('approve') })
      }
      case 'signing':
        return [
          h('p', { class: 'label', id: 'message-label' }, 'You are asked to sign this text:'),
          message,
          ...busy(`Waiting for ${stage.wallet.name} to sign…`, leave),
        ]
      case 'sending':
        return busy('Sending your decision…', null)
      case 'unsent': {
        const { connected, signed } = stage
        return [
          action('Send again', () => void send(connected, signed), { class: 'button button-main' }),
          action('Start over', leave, { class: 'button button-quiet' }),
        ]
      }
    }
  }

  const sayResult = (parts: readonly HTMLElement[]) => {
    const title = parts[0]!.textContent ?? ''
    if (title === announced) return
    announced = title
    const said = [heading.textContent, ...parts.filter(({ tagName }) => tagName === 'P').map((part) => part.textContent)]
    announce(said.flatMap((text) => (text ? [/[.!?]$/.test(text) ? text : `${text}.`] : [])).join(' '))
  }

  const draw = () => {
    if (!view) return
    const focused = element.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
    const isOpen = !shown.expired && !view.consumed && view.operation === null && !view.rejected
    const isUnderWay = stage.at === 'signing' || stage.at === 'sending' || (kind === 'reject' && isOpen)
    const end = isUnderWay ? null : outcome(view, { expired: shown.expired, mine })
    heading.textContent = end ? 'Result' : 'Your decision'
    if (end) fill(body, ...end, isOpen && action('Reject it after all', () => turn('reject'), { class: 'button button-quiet' }))
    else {
      const later = kind === 'approve' && h('p', { class: 'muted' }, LATER)
      fill(body, decisionSummary(view, kind), notice && noticeBox(notice), ...stageParts(), later)
    }
    const result = body.querySelector<HTMLElement>('.result')
    if (focused && element.contains(focused) && focused !== heading) focused.focus()
    else if (focused && (focused !== heading || result)) (result ?? heading).focus()
    if (end) sayResult(end)
  }

  watchWallets((present) => {
    wallets = present
    if (stage.at === 'choose') draw()
  })

  return {
    element,
    show: (next, state) => {
      view = next
      shown = state
      const { serverTime: _serverTime, ...lasting } = next
      const now = JSON.stringify([lasting, state])
      if (now === drawn) return
      drawn = now
      draw()
    },
  }
}
