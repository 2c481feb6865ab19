import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import type { WalletAccount } from '@wallet-standard/base'
import { comparableAddress } from '../lib/address.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { exactAmount, plural } from '../lib/format.ts'
import { action, connectedParts, messageParts, refusedParts, signButton, type SigningStep } from '../lib/signing/wallet-steps.ts'
import { roleText } from '../lib/shareholders.ts'
import { hasApproved, namesItsPlan } from './dry-run.ts'
import { NO_REASON } from './notices.ts'
import { rejectionLine } from './plan-warnings.ts'
import type { VerdictKind } from './verdict.ts'

/**
 * Until a signature is on its way: from then on closing the page decides nothing. In the last minutes `last` says how few are left.
 */
export const later = (last: HTMLElement | null): Child =>
  last ?? 'To decide later, close this page: without a signature nothing happens, and the plan expires.'

/** What the decision is about beside the button: of an approval also who is paid, and what it costs. */
export function decisionSummary(view: DryRunPublicView, kind: VerdictKind): HTMLElement {
  const { plan } = view
  const outside = plan.terms?.platformReferrer
  const isLock = view.intent !== 'launch'
  const coin = plan.name === '' ? [plan.mint ?? ''] : [plan.name, `($${plan.ticker})`]
  const what = isLock ? wholes('Fee lock of', ...coin) : [foreign(`Launch of ${coin.join(' ')}`)]
  const rows: (readonly [string, readonly Child[]])[] = [[kind === 'approve' ? 'You approve' : 'You reject', what]]
  if (kind === 'approve') {
    if (isLock) rows.push(['Effect', ['Permanent']])
    rows.push(['Fees go to', payees(plan)])
    if (outside) rows.push(['Outside the split', [`${percentText(outside.tradeBps)} of every trade, permanently`]])
    rows.push(['Launcher pays', [plan.cost ? exactAmount(plan.cost.total) : 'Network fees only']])
  }
  if (view.approvalsRequired > 1) rows.push(['Approvals', [`${view.approvals.length} of ${view.approvalsRequired}`]])
  const rowOf = ([name, value]: (typeof rows)[number]) => h('div', null, h('dt', null, name), h('dd', null, ...value))
  return h('dl', { class: 'decision-summary' }, ...rows.map(rowOf))
}

/** Each in one line where it fits: a coin that is listed here by its name, any other by its mint. */
const wholes = (...parts: readonly string[]): Child[] => parts.flatMap((part) => [h('span', { class: 'whole' }, foreign(part)), ' '])

/** How many are paid, and how much each role gets. */
const payees = (plan: DryRunPublicView['plan']): Child[] => [`${plural(plan.shareholders.length, 'wallet')}: `, ...roleShares(plan)]

/** From the bar of a phone to the text that is signed, in one tap: it opens where it is folded. */
export const toSignedText = (exact: HTMLDetailsElement, message: HTMLElement): HTMLElement =>
  h(
    'button',
    {
      type: 'button',
      class: 'link-button to-text',
      onclick: () => {
        exact.open = true
        message.focus({ preventScroll: true })
        message.scrollIntoView({ block: 'center' })
      },
    },
    'Text to sign',
  )

/** How much each role gets, the largest first, and no pair in two lines; who they are stands in the split. */
function roleShares({ shareholders }: DryRunPublicView['plan']): Child[] {
  const sumOf = (wallets: readonly { readonly bps: number }[]) => wallets.reduce((sum, { bps }) => sum + bps, 0)
  const byRole = [...Map.groupBy(shareholders, ({ role }) => roleText(role))].map(([role, wallets]) => ({ role, bps: sumOf(wallets) }))
  const open = 10_000 - sumOf(shareholders)
  const parts = byRole.toSorted((one, other) => other.bps - one.bps).map(({ role, bps }) => `${role} ${percentText(bps)}`)
  const all = [...parts, ...(open > 0 ? [`chosen later ${percentText(open)}`] : [])]
  return all.flatMap((pair, index) =>
    index < all.length - 1 ? [h('span', { class: 'pair' }, pair, ','), ' '] : [h('span', { class: 'pair' }, pair)],
  )
}

/** Why this account cannot decide now, in one sentence; null when it can. */
export function blockedBecause(
  view: DryRunPublicView,
  account: WalletAccount,
  { kind, pictureShown }: { kind: VerdictKind; pictureShown: boolean },
): string | null {
  if (namesItsPlan(view) === false) return 'The id in this link does not name this plan. Sign nothing, and tell the operator.'
  if (kind === 'reject') return null
  if (account.address === view.plan.launcherPubkey) return 'The launcher cannot approve.'
  if (view.intent === 'launch' && !pictureShown) return 'The picture is not on screen yet. You can sign once you have seen it.'
  return null
}

/** What step 2 needs. */
interface ReadyStep extends SigningStep {
  /** Holds what is signed, folded until somebody asks. */
  readonly exact: HTMLDetailsElement
  /** Asks for the picture anew; null unless it did not load. */
  readonly loadPicture: (() => void) | null
  /** How little time is left; null while there is enough. */
  readonly last: HTMLElement | null
  /** To the other verdict. */
  readonly turn: () => void
}

/** A step of the panel: what is read and scrolled, and the button that stays in sight below it. */
export interface PanelStep {
  readonly body: readonly Child[]
  readonly foot: readonly Child[]
}

/** Step 2: who signs, the exact text, and the one button that approves. */
export const readyToSign = (view: DryRunPublicView, step: ReadyStep): PanelStep =>
  step.blocked !== null && needsAnother(view, step) ? anotherWallet(step) : signingStep(view, step)

/** Whether the plan could be approved by another wallet than the one that is connected. */
const needsAnother = (view: DryRunPublicView, { account }: ReadyStep): boolean =>
  namesItsPlan(view) !== false && account.address === view.plan.launcherPubkey

/** What this wallet can still do: leave the place to another one, or reject. */
function anotherWallet(step: ReadyStep): PanelStep {
  const { body, foot } = refusedParts(step)
  return { body, foot: [...foot, rejectInstead(step)] }
}

/** Which step this is: it stands there in each of them. */
export const stepLine = (text: string) => h('p', { class: 'step' }, text)

const rejectInstead = ({ turn }: ReadyStep) => action('Reject instead', turn, { class: 'button button-other' })

/** What is signed for, in a button: beside it stands which lock. */
const signedFor = ({ intent, plan }: DryRunPublicView) => (intent === 'launch' ? foreign(plan.ticker) : 'fee lock')

const signingStep = (view: DryRunPublicView, step: ReadyStep): PanelStep => ({
  body: [
    stepLine(step.loadPicture ? 'Step 2 of 2: see the picture, then sign.' : 'Step 2 of 2: compare, then sign.'),
    ...connectedParts(step),
    step.blocked === null &&
      exactly(step, [
        ...messageParts(step),
        namesItsPlan(view) === true &&
          h(
            'div',
            { class: 'signer plan-hash' },
            h('span', { class: 'decision-note' }, 'The bold part begins this plan’s hash, and no other’s:'),
            comparableAddress(view.planHash, 'plan hash'),
          ),
      ]),
    step.blocked === null && h('p', { class: 'decision-note' }, 'Signing costs nothing and sends no transaction. ', later(step.last)),
  ],
  foot: [
    ...(step.blocked !== null && step.loadPicture && namesItsPlan(view) !== false
      ? [action('Load the picture', step.loadPicture, { class: 'button button-main' })]
      : signButton(step, h('span', null, 'Sign approval for ', signedFor(view)))),
    rejectInstead(step),
  ],
})

/** The same of a rejection; `unsaid` when it was tried without a reason. */
interface RejectStep extends ReadyStep {
  readonly reason: HTMLTextAreaElement
  readonly unsaid: boolean
}

/** What is rejected, above its reason on a phone, where the summary is out of sight. */
const coinWords = ({ intent, plan }: DryRunPublicView): Child[] => [
  intent === 'launch' ? 'Reject ' : 'Reject the fee lock of ',
  foreign(plan.name === '' ? (plan.mint ?? '') : `${plan.name} ($${plan.ticker})`),
]

const REASONS = ['Wrong crew', 'Too costly', 'Not ours'] as const

/** The reasons that are given most: one begins the sentence, or takes the place of another. */
const reasonChips = (reason: HTMLTextAreaElement): HTMLElement[] =>
  REASONS.map((words) => {
    const write = () => {
      reason.value = `${words}.`
      reason.dispatchEvent(new Event('input'))
      reason.focus({ preventScroll: true })
    }
    return h('button', { type: 'button', class: 'reason-chip', onclick: write }, words)
  })

/** Step 2 of a rejection: why, who signs, the exact text, and the one button that rejects. */
export const readyToReject = (view: DryRunPublicView, step: RejectStep): PanelStep => ({
  body: [
    stepLine('Step 2 of 2: say why, then sign.'),
    ...connectedParts(step),
    exactly(step, messageParts(step)),
    h('p', { class: 'decision-note' }, 'Signing costs nothing and sends no transaction.'),
  ],
  // The field and what sends it stay in sight together.
  foot: [
    h(
      'div',
      { class: 'reason' },
      h('p', { class: 'reject-what' }, h('strong', null, ...coinWords(view))),
      h('div', { class: 'reason-head' }, h('label', { for: 'reason' }, 'Reason'), ...reasonChips(step.reason)),
      step.reason,
      step.unsaid && h('p', { class: 'reason-missing', role: 'alert' }, h('strong', null, NO_REASON.title), `. ${NO_REASON.text}`),
      h('p', { class: 'decision-note', id: 'reason-note' }, 'The agent and whoever has the link can read it.'),
      rejectionLine(),
    ),
    ...signButton(step, h('span', null, 'Sign rejection of ', signedFor(view)), 'button button-main button-no'),
    action(hasApproved(view, step.account.address) || view.approved ? 'Do not reject' : 'Cancel', step.turn, {
      class: 'button button-other',
    }),
  ],
})

function exactly({ exact }: ReadyStep, parts: readonly Child[]): HTMLElement {
  fill(exact, h('summary', null, 'What exactly do I sign?'), h('div', { class: 'exact-body' }, ...parts))
  return exact
}
