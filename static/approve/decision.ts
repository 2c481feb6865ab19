import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { WalletAccount } from '@wallet-standard/base'
import { type Child, fill, h } from '../lib/dom.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { type Notice, noticeBox } from '../lib/signing/notices.ts'
import { connectButton, fillFoot, keepBarHeight } from '../lib/signing/signing-foot.ts'
import { action, askedParts, busy, chooseWallet, refusedParts, signerRow } from '../lib/signing/wallet-steps.ts'
import { type ConnectedWallet, type SigningWallet, watchWallets } from '../lib/signing/wallets.ts'
import {
  blockedBecause,
  decisionSummary,
  later,
  type PanelStep,
  readyToReject,
  readyToSign,
  stepLine,
  toSignedText,
} from './decision-view.ts'
import { hasApproved } from './dry-run.ts'
import { pendingPlans } from './expired-ways.ts'
import { NO_PICTURE, NO_REASON } from './notices.ts'
import { outcome } from './outcome.ts'
import type { VerdictKind } from './verdict.ts'
import { warningsLink } from './plan-warnings.ts'
import { createVerdictSigning, type Stage } from './verdict-signing.ts'

/** How the plan stands on this page. */
interface PlanState {
  readonly expired: boolean
  readonly pictureShown: boolean
  /** Asks for the picture anew; null unless it did not load. */
  readonly loadPicture: (() => void) | null
  /** Says how little time is left; null while there is enough. */
  readonly last: HTMLElement | null
}

/** The panel in which a person decides. */
export interface Decision {
  readonly element: HTMLElement
  /** Shows the plan's present state; nothing is drawn again while it stays the same. */
  show(view: DryRunPublicView, state: PlanState): void
}

/** What the panel needs of the page. */
interface DecisionDeps {
  readonly clock: ServerClock
  /** Asks the service for the plan's state, and ends when it is shown. */
  readonly refresh: () => Promise<void>
  /** Has a screen reader say this. */
  readonly announce: (text: string) => void
  /** The way to a phone; null where there is none. */
  readonly phone: HTMLElement | null
}

const CONNECT = 'Step 1 of 2: connect an approver’s wallet. Connecting approves nothing.'

/** Nothing is signed yet: there is time to read. */
const isBefore = ({ at }: Stage): boolean => at === 'choose' || at === 'ready'

/** Characters of a reason, as the service takes them. */
const REASON_MAX = 280

/** What is opened to be compared is in sight whole, also where the panel is scrolled by itself. */
function seeWhole({ currentTarget }: Event): void {
  const opened = currentTarget as HTMLDetailsElement
  if (opened.open) opened.scrollIntoView({ block: 'nearest' })
}

/** Builds the panel. */
export function createDecision({ clock, refresh, announce, phone }: DecisionDeps): Decision {
  const heading = h('h2', { id: 'decision', tabindex: '-1' }, 'Your decision')
  const body = h('div', { class: 'decision-body' })
  const foot = h('div', { class: 'decision-foot is-bar' })
  keepBarHeight(foot)
  const exact = h('details', { class: 'exact', ontoggle: seeWhole })
  const message = h('pre', { class: 'message', tabindex: '0', 'aria-labelledby': 'message-label' })
  const reason = h('textarea', { id: 'reason', rows: 2, maxlength: REASON_MAX, required: true, 'aria-describedby': 'reason-note' })
  reason.addEventListener('input', () => reason.setAttribute('aria-invalid', 'false'))
  const element = h('section', { class: 'card decision', 'aria-labelledby': 'decision' }, heading, body, foot)

  let view: DryRunPublicView | null = null
  let shown: PlanState = { expired: false, pictureShown: false, loadPicture: null, last: null }
  let drawn = ''
  /** The result that was said last: each is said once, whoever brought it about. */
  let announced = ''
  let wallets: readonly SigningWallet[] = []
  const signing = createVerdictSigning({ clock, refresh, plan: () => view, message, reason, changed: () => draw() })

  const ready = (connected: ConnectedWallet): PanelStep => {
    const { kind, notListed, notice } = signing.state()
    const choosing = (account: WalletAccount) => signing.pick({ ...connected, account })
    const { wallet, accounts, account } = connected
    if (notListed.has(account.address)) return refusedParts({ wallet, account, leave: signing.leave })
    reason.setAttribute('aria-invalid', String(notice === NO_REASON))
    /** What is signed changes with the verdict: each is opened for itself. */
    const turn = (to: VerdictKind) => {
      exact.open = false
      signing.turn(to)
    }
    const blocked = blockedBecause(view!, account, { kind, pictureShown: shown.pictureShown })
    const step = {
      wallet,
      accounts,
      account,
      message,
      exact,
      blocked,
      loadPicture: shown.loadPicture,
      last: shown.last,
      sign: () => void signing.sign(connected),
      pick: choosing,
      leave: signing.leave,
    }
    return kind === 'approve'
      ? readyToSign(view!, { ...step, turn: () => turn('reject') })
      : readyToReject(view!, { ...step, reason, unsaid: notice === NO_REASON, turn: () => turn('approve') })
  }

  const connectTo = (wallet: SigningWallet) => void signing.choose(wallet)
  const choosing = (): readonly Child[] => {
    const note =
      wallets.length > 0 &&
      signing.state().kind === 'approve' &&
      h('p', { class: 'decision-note' }, 'An approver can also reject it, with a reason. ', later(shown.last))
    return [...chooseWallet(CONNECT, wallets, connectTo, phone), note]
  }
  const stageParts = (stage: Stage): PanelStep => {
    const waiting = (foot: readonly Child[], ...body: readonly Child[]) => ({ body, foot })
    switch (stage.at) {
      case 'choose':
        return waiting([connectButton(element, wallets, connectTo)], ...choosing())
      case 'connecting':
        return waiting(busy(`Confirm in ${stage.wallet.name}`, signing.leave), stepLine(CONNECT))
      case 'ready':
        return ready(stage)
      case 'signing':
        return waiting(
          busy(`Confirm in ${stage.wallet.name}`, signing.leave),
          stepLine(`Step 2 of 2: confirm in ${stage.wallet.name}.`),
          signerRow(stage),
          ...askedParts(message),
        )
      case 'sending':
        return waiting(
          busy('Sending your decision…', null),
          stepLine('Step 2 of 2: signed, on its way to the service.'),
          signerRow(stage.connected),
        )
      case 'unsent': {
        const { connected, signed } = stage
        return {
          body: [stepLine('Step 2 of 2: signed, not confirmed.'), signerRow(connected)],
          foot: [
            action('Send again', () => void signing.send(connected, signed), { class: 'button button-main' }),
            action('Start over', signing.leave, { class: 'button button-other' }),
          ],
        }
      }
    }
  }

  const sayResult = (parts: readonly HTMLElement[]) => {
    const title = parts[0]!.textContent ?? ''
    if (title === announced) return
    announced = title
    const lines = parts.flatMap((part) => (part.tagName === 'P' ? [part] : [...part.querySelectorAll(':scope > p')]))
    const said = [heading.textContent, ...lines.map((line) => line.textContent)]
    announce(said.flatMap((text) => (text ? [/[.!?]$/.test(text) ? text : `${text}.`] : [])).join(' '))
  }

  /** Beside what is wrong the way to mend it, unless it is the main button already. */
  const boxOf = (notice: Notice): HTMLElement => {
    const isUnseen = notice === NO_PICTURE && signing.state().stage.at === 'choose' && shown.loadPicture
    return noticeBox(notice, isUnseen && action('Load the picture', isUnseen))
  }

  /** From an approval: to its contrary, and to the next plan where no more are needed. */
  const waysBack = (plan: DryRunPublicView, approver: string | null): HTMLElement =>
    h(
      'div',
      { class: 'ways-back' },
      plan.approved && pendingPlans(),
      action(hasApproved(plan, approver) ? 'Reject it after all' : 'Reject it', () => signing.turn('reject'), {
        class: 'link-button',
      }),
    )

  /** While a part of what is read is below the button's edge, this can be seen. */
  const markMore = () => void body.classList.toggle('has-more', body.scrollHeight - body.clientHeight - body.scrollTop > 1)
  body.addEventListener('scroll', markMore, { passive: true })
  body.addEventListener('toggle', markMore, true)
  new ResizeObserver(markMore).observe(body)

  const draw = () => {
    if (!view) return
    const { stage, notice, kind, mine } = signing.state()
    const focused = element.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
    const isOpen = !shown.expired && !view.consumed && view.operation === null && !view.rejected
    const isUnderWay = stage.at === 'signing' || stage.at === 'sending' || (kind === 'reject' && isOpen)
    const approver = stage.at === 'ready' && !view.approved && hasApproved(view, stage.account.address) ? stage.account.address : mine
    const end = isUnderWay ? null : outcome(view, { expired: shown.expired, mine: approver, nowMs: clock.nowMs(), leave: signing.leave })
    heading.textContent = end ? 'Result' : 'Your decision'
    const step = end ? null : stageParts(stage)
    element.classList.toggle('is-unsent', stage.at === 'unsent')
    const unseen = kind === 'approve' && isBefore(stage) && shown.loadPicture !== null
    // What is missing of a reason is said at its field.
    const notices = [...(notice && notice !== NO_REASON ? [notice] : []), ...(unseen ? [NO_PICTURE] : [])]
    const isRead = kind === 'approve' && stage.at !== 'sending' && stage.at !== 'unsent'
    if (end) fill(body, ...end, isOpen && waysBack(view, approver))
    else {
      fill(body, decisionSummary(view, kind), isRead && warningsLink(view), ...notices.map(boxOf), ...step!.body)
    }
    // A phone has one line for it: what is wrong comes before what is to be read.
    const isReading = isRead && notices.every(({ tone }) => tone !== 'error')
    fillFoot(foot, step?.foot ?? [], {
      notice: notices[0] ?? null,
      toRead: isReading && warningsLink(view),
      text: body.contains(message) && toSignedText(exact, message),
    })
    markMore()
    const result = body.querySelector<HTMLElement>('.result')
    if (focused && element.contains(focused) && focused !== heading) focused.focus()
    else if (focused && (focused !== heading || result)) (result ?? heading).focus()
    if (end) sayResult(end)
  }

  watchWallets((present) => {
    wallets = present
    if (signing.state().stage.at === 'choose') draw()
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
