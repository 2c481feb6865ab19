import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { WalletAccount } from '@wallet-standard/base'
import { amountFigure } from '../lib/amount-figure.ts'
import { comparableAddress } from '../lib/address.ts'
import { foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { action, signButton, signerParts, type SigningStep } from '../lib/signing/wallet-steps.ts'
import { hasApproved, namesItsPlan } from './dry-run.ts'
import { planTitle } from './plan-details.ts'
import type { VerdictKind } from './verdict.ts'

/** What the decision is about, in three lines beside the button. */
export function decisionSummary(view: DryRunPublicView, kind: VerdictKind): HTMLElement {
  const { plan } = view
  const what = view.intent === 'launch' ? `Launch of ${plan.name} ($${plan.ticker})` : `Fee lock of ${plan.mint ?? ''}`
  return h(
    'dl',
    { class: 'decision-summary' },
    ...[
      [kind === 'approve' ? 'You approve' : 'You reject', what],
      ['Fees go to', plural(plan.shareholders.length, 'wallet')],
      ['Launcher pays', plan.cost ? amountFigure(plan.cost.total, 'cost') : 'network fees'],
      ...(view.approvalsRequired > 1 ? [['Approvals', `${view.approvals.length} of ${view.approvalsRequired}`]] : []),
    ].map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, typeof value === 'string' ? foreign(value) : value))),
  )
}

/** Why this account cannot decide now, in one sentence; null when it can. */
export function blockedBecause(
  view: DryRunPublicView,
  account: WalletAccount,
  { kind, notListed, pictureShown }: { kind: VerdictKind; notListed: ReadonlySet<string>; pictureShown: boolean },
): string | null {
  if (namesItsPlan(view) === false) return 'The id of this dry-run does not name this plan. Sign nothing, and tell the operator.'
  if (notListed.has(account.address)) return 'This wallet was refused. Use another one.'
  if (kind === 'reject') return null
  if (account.address === view.plan.launcherPubkey) return 'The launcher cannot approve.'
  if (hasApproved(view, account.address)) return 'This wallet has approved already. Each approver counts once.'
  if (view.intent === 'launch' && !pictureShown) return 'The picture is not on screen yet. You can sign once you have seen it.'
  return null
}

/** What step 2 needs. */
interface ReadyStep extends SigningStep {
  /** To the other verdict. */
  readonly turn: () => void
}

/** Step 2: who signs, the exact text, and the one button that approves. */
export const readyToSign = (view: DryRunPublicView, step: ReadyStep): HTMLElement[] =>
  [
    h('p', { class: 'step' }, 'Step 2 of 2: compare, then sign.'),
    ...signerParts(step),
    namesItsPlan(view) === true &&
      h(
        'div',
        { class: 'signer' },
        h(
          'span',
          { class: 'muted' },
          'The id in it begins with the first 32 characters of this plan’s SHA-256. Your signature holds for no other plan.',
        ),
        comparableAddress(view.planHash, 'plan hash'),
      ),
    h('p', { class: 'muted' }, 'Signing costs nothing and sends no transaction.'),
    ...signButton(step, h('span', null, 'Sign approval for ', foreign(planTitle(view)))),
    action('Reject instead', step.turn),
    action('Use another wallet', step.leave, { class: 'button button-quiet' }),
  ].filter((part) => part !== false)

/** Step 2 of a rejection: why, who signs, the exact text, and the one button that rejects. */
export const readyToReject = (view: DryRunPublicView, step: ReadyStep & { readonly reason: HTMLElement }): HTMLElement[] =>
  [
    h('p', { class: 'step' }, 'Step 2 of 2: say why, then sign.'),
    h(
      'div',
      { class: 'reason' },
      h('label', { for: 'reason' }, 'Reason'),
      step.reason,
      h('p', { class: 'muted', id: 'reason-note' }, 'The agent gets it, and whoever has the link of this plan can read it.'),
    ),
    ...signerParts(step),
    h('p', { class: 'muted' }, 'One rejection is enough, and it cannot be taken back. Signing costs nothing and sends no transaction.'),
    ...signButton(step, h('span', null, 'Sign rejection of ', foreign(planTitle(view)))),
    action(hasApproved(view, step.account.address) || view.approved ? 'Do not reject' : 'Approve instead', step.turn),
    action('Use another wallet', step.leave, { class: 'button button-quiet' }),
  ].filter((part) => part !== false)
