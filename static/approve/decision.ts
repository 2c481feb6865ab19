import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { WalletAccount } from '@wallet-standard/base'
import { type Child, fill, h } from '../lib/dom.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { approvalText, sendApproval, type SignedApproval } from './approval.ts'
import { action, busy, chooseWallet, decisionSummary, noticeBox, outcome, readyToSign } from './decision-view.ts'
import { namesItsPlan } from './dry-run.ts'
import { approvalRefused, LAUNCHER_CONNECTED, type Notice, notConnected, notSigned } from './notices.ts'
import { connect, type SigningWallet, signText, watchAccount, watchWallets } from './wallets.ts'

/** The text to sign is renewed this often while it is shown, well within the five minutes that a signature may be old. */
const RENEW_MS = 60_000

interface Connected {
  readonly wallet: SigningWallet
  readonly accounts: readonly WalletAccount[]
  readonly account: WalletAccount
}

type Stage =
  | { readonly at: 'choose' }
  | { readonly at: 'connecting'; readonly wallet: SigningWallet }
  | ({ readonly at: 'ready' } & Connected)
  | ({ readonly at: 'signing' } & Connected)
  | { readonly at: 'sending' }
  | { readonly at: 'unsent'; readonly connected: Connected; readonly signed: SignedApproval }

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

/** Builds the panel. */
export function createDecision({ clock, refresh, announce }: DecisionDeps): Decision {
  const heading = h('h2', { id: 'decision', tabindex: '-1' }, 'Your decision')
  const body = h('div', { class: 'decision-body' })
  const message = h('pre', { class: 'message', tabindex: '0', 'aria-labelledby': 'message-label' })
  const element = h('section', { class: 'card decision', 'aria-labelledby': 'decision' }, heading, body)

  let view: DryRunPublicView | null = null
  let shown = { expired: false, pictureShown: false }
  let drawn = ''
  /** The result that was said last: each is said once, whoever brought it about. */
  let announced = ''
  let wallets: readonly SigningWallet[] = []
  let stage: Stage = { at: 'choose' }
  let notice: Notice | null = null
  /** Counts attempts: what a wallet answers to one that was left is not listened to. */
  let attempt = 0
  let mine: string | null = null
  /** Wallets that the service refused: they need not ask again. */
  const notListed = new Set<string>()
  let approval = { text: '', timestamp: '' }
  let unwatch = () => {}

  const renew = () => {
    if (!view || stage.at !== 'ready') return
    approval = approvalText(view.dryRunId, clock.nowMs())
    message.textContent = approval.text
  }
  setInterval(renew, RENEW_MS)

  const move = (next: Stage, say: Notice | null = null) => {
    stage = next
    notice = say
    renew()
    draw()
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

  const pick = (connected: Connected) => {
    unwatch()
    unwatch = watchAccount(connected.wallet, connected.account, leave)
    const isLauncher = connected.account.address === view?.plan.launcherPubkey
    move({ ...connected, at: 'ready' }, isLauncher ? LAUNCHER_CONNECTED : null)
  }

  const sign = async (connected: Connected) => {
    const mineNow = ++attempt
    const { wallet, account } = connected
    const { text, timestamp } = approval
    move({ ...connected, at: 'signing' })
    try {
      const signature = await signText(wallet, account, text)
      if (mineNow === attempt) await send(connected, { text, timestamp, wallet: account.address, signature })
    } catch (error) {
      if (mineNow === attempt) move({ ...connected, at: 'ready' }, notSigned(wallet.name, error))
    }
  }

  const send = async (connected: Connected, signed: SignedApproval) => {
    move({ at: 'sending' })
    const answer = await sendApproval(view!.dryRunId, signed)
    if (answer.kind === 'ok') mine = signed.wallet
    await refresh()
    if (answer.kind === 'ok' || answer.kind === 'same') return move({ at: 'choose' })
    const refused = approvalRefused(answer)
    if (answer.kind === 'problem' && answer.code === 'approver_not_allowed') notListed.add(signed.wallet)
    move(refused.retry ? { at: 'unsent', connected, signed } : { ...connected, at: 'ready' }, refused)
  }

  const blockedBecause = (account: WalletAccount): string | null => {
    if (namesItsPlan(view!) === false) return 'The id of this dry-run does not name this plan. Sign nothing, and tell the operator.'
    if (account.address === view!.plan.launcherPubkey) return 'The launcher cannot approve.'
    if (notListed.has(account.address)) return 'This wallet was refused. Use another one.'
    if (view!.intent === 'launch' && !shown.pictureShown) return 'The picture is not on screen yet. You can sign once you have seen it.'
    return null
  }

  const stageParts = (): readonly Child[] => {
    switch (stage.at) {
      case 'choose':
        return chooseWallet(wallets, (wallet) => void choose(wallet))
      case 'connecting':
        return busy(`Waiting for ${stage.wallet.name} to connect…`, leave)
      case 'ready': {
        const connected: Connected = stage
        const { wallet, accounts, account } = connected
        const blocked = blockedBecause(account)
        const choosing = (other: WalletAccount) => pick({ ...connected, account: other })
        return readyToSign(view!, { wallet, accounts, account, message, blocked, sign: () => void sign(connected), pick: choosing, leave })
      }
      case 'signing':
        return [
          h('p', { class: 'label', id: 'message-label' }, 'You are asked to sign this text:'),
          message,
          ...busy(`Waiting for ${stage.wallet.name} to sign…`, leave),
        ]
      case 'sending':
        return busy('Sending the approval…', null)
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
    announce(
      [heading.textContent, ...parts.filter(({ tagName }) => tagName === 'P').map((part) => part.textContent)].filter(Boolean).join('. '),
    )
  }

  const draw = () => {
    if (!view) return
    const hadFocus = element.contains(document.activeElement)
    const end = stage.at === 'signing' || stage.at === 'sending' ? null : outcome(view, { expired: shown.expired, mine })
    const refuse = h('p', { class: 'muted' }, 'To refuse, close this page: without a signature nothing happens, and the plan expires.')
    heading.textContent = end ? 'Result' : 'Your decision'
    if (end) fill(body, ...end)
    else fill(body, decisionSummary(view), notice && noticeBox(notice), ...stageParts(), refuse)
    const result = body.querySelector<HTMLElement>('.result')
    if (hadFocus && (!element.contains(document.activeElement) || (result && document.activeElement === heading)))
      (result ?? heading).focus()
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
