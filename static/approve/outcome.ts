import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { copyButton, copyMainButton, foldedAddress } from '../lib/address.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { failureSentence, failureWords } from '../lib/failure-words.ts'
import { plural, shortText, utcText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { lateNote, progressSteps } from '../lib/progress-steps.ts'
import { action, OTHER_WALLET } from '../lib/signing/wallet-steps.ts'
import { hasApproved } from './dry-run.ts'
import { expiredWays, pendingPlans, waysOn } from './expired-ways.ts'
import { failedTitle, stepsOf } from './plan-steps.ts'

/** Who looks, and when. */
interface Onlooker {
  readonly expired: boolean
  readonly mine: string | null
  readonly nowMs: number
  /** To another wallet. */
  readonly leave: () => void
}

/** How it ended: approved, rejected, used or expired; null while a decision is open. */
export function outcome(view: DryRunPublicView, { expired, mine, nowMs, leave }: Onlooker): HTMLElement[] | null {
  if (view.consumed || view.operation) return usedParts(view, mine, nowMs)
  if (view.rejected) {
    return [
      h('p', { class: 'result result-bad', tabindex: '-1' }, icon('cross'), 'Rejected'),
      h('div', { class: 'rejection' }, h('span', { class: 'label' }, 'Reason'), h('p', null, foreign(view.rejectionReason ?? ''))),
      ...rejectedBy(view, mine),
      h('p', { class: 'decision-note' }, 'Nothing can be launched by it. The agent has been told why; the message asks it for a new plan.'),
      waysOn(
        `Your plan ${view.dryRunId} was rejected: “${view.rejectionReason ?? ''}” Make a new one that mends this, and send me the link to approve it.`,
      ),
    ]
  }
  if (expired) {
    return [
      h('p', { class: 'result result-off', tabindex: '-1' }, icon('clock'), 'This plan has expired'),
      h('p', null, ...expiredWords(view)),
      h('p', { class: 'decision-note' }, 'Nothing was launched by it. The agent can make a new plan, with a new link.'),
      expiredWays(view.dryRunId, view.approved),
    ]
  }
  if (!view.approved) return hasApproved(view, mine) ? approvedInPart(view, { mine, nowMs, leave }) : null
  const { lastFailure, expiresAt } = view
  const again = lastFailure
    ? `The approval still holds: the agent can try again until ${utcText(expiresAt)}.`
    : `The agent can go ahead until ${utcText(expiresAt)}, with exactly this plan and once only.`
  return [
    ...(lastFailure ? failedTry(view, lastFailure) : approvedResult(view, mine)),
    progressSteps(stepsOf(view), nowMs),
    ...approvedBy(view, mine),
    h('p', { class: 'decision-note' }, `${again} You can close this page.`),
    ...(lastFailure ? [askAgain(view.dryRunId, lastFailure.detail)] : []),
  ]
}

/** Of a plan that was used: how far it is, and of one whose lock did not happen this first. */
function usedParts(view: DryRunPublicView, mine: string | null, nowMs: number): HTMLElement[] {
  const late = view.operation && !isDone(view) ? [lateNote(view.operation.createdAt)] : []
  const over = isDone(view) && !isUnlocked(view) ? [h('p', { class: 'decision-note' }, 'This plan cannot be approved or used again.')] : []
  const steps = progressSteps(stepsOf(view), nowMs, isDone(view) ? 'clock' : 0)
  const [title, ...words] = used(view)
  const progress = isUnlocked(view) ? [steps, ...words] : [...words, steps]
  return [title!, ...progress, ...late, ...mintOf(view), ...approvedBy(view, mine), ...over, ...waysFromUsed(view)]
}

function expiredWords({ approved, lastFailure }: DryRunPublicView): Child[] {
  if (lastFailure) return ['The last try to use it failed, and none came after it. ', ...failureWords(lastFailure.detail)]
  return [approved ? 'It was approved, and not used in time.' : 'It was not approved, and can no longer be.']
}

/** That it is approved, and that others did it where it was not this person: one thing is left that they can do. */
function approvedResult({ approvals }: DryRunPublicView, mine: string | null): HTMLElement[] {
  const byOthers = approvals.length > 0 && approvals.every(({ wallet }) => wallet !== mine)
  return [
    h('p', { class: 'result result-on', tabindex: '-1' }, icon('check'), 'Approved'),
    ...(byOthers ? [h('p', null, 'Approved by others. An approver can still reject it.')] : []),
  ]
}

/** That the last try to use the plan failed, and why. */
const failedTry = (view: DryRunPublicView, { detail }: NonNullable<DryRunPublicView['lastFailure']>): HTMLElement[] => [
  h('p', { class: 'result result-bad', tabindex: '-1' }, icon('cross'), failedTitle(view)),
  h('p', null, foreign(failureSentence(detail))),
]

/** What an approver may tell the agent, whose try failed under an approval that still holds. */
const askAgain = (dryRunId: string, detail: string): HTMLElement =>
  copyMainButton(
    `The launch by plan ${dryRunId} failed: ${detail} The approval still holds: try again, or make a new plan and send me its link.`,
    'a message for the agent',
  )

function rejectedBy({ rejectedByWallet, rejectedAt }: DryRunPublicView, mine: string | null): HTMLElement[] {
  if (rejectedByWallet === null) return []
  return [verdictOf('Rejected', { wallet: rejectedByWallet, isMine: rejectedByWallet === mine, at: rejectedAt })]
}

type Used = Pick<DryRunPublicView, 'intent' | 'operation'>

const isDone = ({ operation }: Used): boolean => operation !== null && ['locked', 'unlocked', 'done'].includes(operation.state)

/** The coin is there, and its fees are still the creator’s own. */
export const isUnlocked = ({ operation }: Pick<DryRunPublicView, 'operation'>): boolean => operation?.state === 'unlocked'

/** What became of a plan that was used, in two words. */
export function usedTitle(view: Used): string {
  if (!view.operation) return 'Already used'
  if (isUnlocked(view)) return view.intent === 'wire-fees' ? 'Fees not locked' : 'Launched, fees not locked'
  if (view.intent === 'wire-fees') return isDone(view) ? 'Fees locked' : 'Lock under way'
  return isDone(view) ? 'Launched' : 'Launch under way'
}

function used(view: DryRunPublicView): HTMLElement[] {
  const { operation } = view
  const done = isDone(view)
  const unlocked = isUnlocked(view)
  const text = !operation
    ? 'This plan has been used. It cannot be approved or used again.'
    : done
      ? doneText(view, operation)
      : 'The agent is using this plan right now. This page updates by itself.'
  return [
    h(
      'p',
      { class: `result ${unlocked ? 'result-open' : 'result-on'}`, tabindex: '-1' },
      icon(unlocked ? 'open' : done || !operation ? 'check' : 'clock'),
      usedTitle(view),
    ),
    ...(unlocked ? UNLOCKED.map((words) => h('p', null, words)) : [h('p', null, text)]),
  ]
}

const UNLOCKED = [
  'The coin exists. Until its fees are locked, nobody in the split is paid and the launcher can still change it.',
  'Next: the agent sends you a plan that locks the fees, to approve.',
]

/** Below all that became of it: the coin, and what is to be done where it has no lock. */
function waysFromUsed(view: DryRunPublicView): HTMLElement[] {
  const { operation } = view
  if (!operation) return []
  if (!isDone(view)) return [h('div', { class: 'end-ways' }, pendingPlans())]
  if (isUnlocked(view)) return [lockNext(view)]
  return [insideLink(coinPath(operation.mint), { class: 'button button-main' }, 'See the coin')]
}

/** What it came to, and how long it took. */
function doneText(
  { intent, plan }: DryRunPublicView,
  { state, createdAt, finishedAt }: NonNullable<DryRunPublicView['operation']>,
): string {
  const tookSec = finishedAt === null ? null : Math.round((Date.parse(finishedAt) - Date.parse(createdAt)) / 1_000)
  const time = tookSec === null ? '' : tookSec < 1 ? ' in under a second' : ` in ${tookSec} s`
  const wallets = `to ${plural(plan.shareholders.length, 'wallet')}`
  if (intent === 'wire-fees') return `Fees locked ${wallets}${time}.`
  return state === 'locked' ? `Launched${time}, fees locked ${wallets}.` : `Launched${time}.`
}

/** What is to be done where a coin has no lock: the agent plans it, and an approver signs that plan. */
function lockNext({ operation, dryRunId }: DryRunPublicView): HTMLElement {
  const mint = operation?.mint ?? ''
  return h(
    'div',
    { class: 'end-ways' },
    copyMainButton(
      `The launch by plan ${dryRunId} left the fees of ${mint} unlocked. Plan their lock (intent "wire-fees"), and send me the link to approve it.`,
      'a message for the agent',
    ),
    insideLink(coinPath(mint), { class: 'button' }, 'See the coin'),
  )
}

/** The coin of a plan that was used. */
const mintOf = (view: DryRunPublicView): HTMLElement[] =>
  view.operation && isDone(view) ? [h('div', { class: 'verdict' }, h('p', { class: 'label' }, 'Mint'), mintLink(view.operation.mint))] : []

const mintLink = (mint: string): HTMLElement =>
  h(
    'span',
    { class: 'address-line' },
    insideLink(coinPath(mint), { title: mint }, h('code', null, shortText(mint))),
    copyButton(mint, 'mint'),
  )

function approvedInPart(view: DryRunPublicView, { mine, nowMs, leave }: Omit<Onlooker, 'expired'>): HTMLElement[] {
  const missing = view.approvalsRequired - view.approvals.length
  return [
    h('p', { class: 'result result-on', tabindex: '-1' }, icon('check'), 'You approved'),
    h('p', null, `Needs ${plural(missing, 'more approval')}.`),
    progressSteps(stepsOf(view), nowMs),
    ...view.approvals.map(({ wallet, at }) =>
      verdictOf('Approved', { wallet, isMine: wallet === mine, at, ...(wallet === mine ? { leave } : {}) }),
    ),
    h('p', { class: 'decision-note' }, ...signedAt(view, mine), 'You can close this page.'),
    copyMainButton(location.origin + location.pathname, `link for the other approver${missing === 1 ? '' : 's'}`),
  ]
}

/** When this person approved: their row has the way to another wallet in the place of the time. */
const signedAt = ({ approvals }: DryRunPublicView, mine: string | null): string[] =>
  approvals.flatMap(({ wallet, at }) => (wallet === mine ? [`Approved ${utcText(at)}. `] : []))

function approvedBy({ approvals, approved }: DryRunPublicView, mine: string | null): HTMLElement[] {
  const each = approvals.map(({ wallet, at }) => verdictOf('Approved', { wallet, isMine: wallet === mine, at }))
  const cameAfter = approved && mine !== null && approvals.every(({ wallet }) => wallet !== mine)
  return [...each, ...(cameAfter ? [h('p', { class: 'muted' }, 'Others approved first; your signature changes nothing.')] : [])]
}

/** Whose wallet decided, and when; `leave` = the way to another one. */
interface Verdict {
  readonly wallet: string
  readonly isMine: boolean
  readonly at: string | null
  readonly leave?: () => void
}

/** Whose wallet decided, and when, in a row: what was decided stands above it, and is said to ears alone. */
const verdictOf = (what: 'Approved' | 'Rejected', { wallet, isMine, at, leave }: Verdict): HTMLElement =>
  h(
    'div',
    { class: 'verdict' },
    h('p', { class: 'spoken' }, `${what} by ${isMine ? 'your' : 'the'} wallet`),
    h('span', { class: isMine ? 'verdict-mine' : 'muted', 'aria-hidden': 'true' }, isMine ? 'You' : 'By'),
    foldedAddress(wallet, 'approver address'),
    leave ? action(OTHER_WALLET, leave, { class: 'link-button' }) : at !== null && h('p', { class: 'verdict-at muted' }, utcText(at)),
  )
