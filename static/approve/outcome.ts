import { isAtomic } from '../../src/domain/lock-path.ts'
import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { comparableAddress } from '../lib/address.ts'
import { foreign, h } from '../lib/dom.ts'
import { dateTimeText, plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { chainSteps } from '../lib/chain-steps.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { type ProgressStep, progressSteps } from '../lib/progress-steps.ts'
import { hasApproved } from './dry-run.ts'

/** Who looks, and when. */
interface Onlooker {
  readonly expired: boolean
  readonly mine: string | null
  readonly nowMs: number
}

/** How it ended: approved, rejected, used or expired; null while a decision is open. */
export function outcome(view: DryRunPublicView, { expired, mine, nowMs }: Onlooker): HTMLElement[] | null {
  if (view.consumed || view.operation) return [...used(view), progressSteps(stepsOf(view), nowMs), ...approvedBy(view, mine)]
  if (view.rejected) {
    return [
      h('p', { class: 'result result-off', tabindex: '-1' }, icon('warn'), 'Rejected'),
      h('p', { class: 'rejection' }, foreign(view.rejectionReason ?? '')),
      ...rejectedBy(view, mine),
      h('p', { class: 'muted' }, 'Nothing can be launched by it. The agent has been told why, and can make a new dry-run.'),
    ]
  }
  if (expired) {
    return [
      h('p', { class: 'result result-off', tabindex: '-1' }, icon('clock'), 'This dry-run has expired'),
      h('p', null, view.approved ? 'It was approved, and not used in time.' : 'It was not approved, and can no longer be.'),
      h('p', { class: 'muted' }, 'Nothing was launched by it. The agent can make a new dry-run, with a new link.'),
    ]
  }
  if (!view.approved) return hasApproved(view, mine) ? approvedInPart(view, mine) : null
  return [
    h('p', { class: 'result result-on', tabindex: '-1' }, icon('check'), 'Approved'),
    progressSteps(stepsOf(view), nowMs),
    ...approvedBy(view, mine),
    h(
      'p',
      { class: 'muted' },
      `The agent can go ahead until ${dateTimeText(view.expiresAt)}, with exactly this plan and once only. You can close this page.`,
    ),
  ]
}

/** From the plan to the lock; an approval that was not needed is left out. */
function stepsOf({ intent, createdAt, approvedAt, operation, plan }: DryRunPublicView): ProgressStep[] {
  const isLock = intent === 'wire-fees'
  const ahead = (name: string): ProgressStep => ({ name, state: 'ahead', at: null })
  return [
    { name: 'Planned', state: 'done', at: createdAt },
    ...(approvedAt === null ? [] : [{ name: 'Approved', state: 'done', at: approvedAt } as const]),
    ...(operation
      ? chainSteps(operation, { isLock, together: isAtomic(plan.lockPath) })
      : [{ name: 'Sent by the agent', state: 'now', at: approvedAt } as const, ...(isLock ? [] : [ahead('Landed')]), ahead('Locked')]),
  ]
}

function rejectedBy({ rejectedByWallet, rejectedAt }: DryRunPublicView, mine: string | null): HTMLElement[] {
  if (rejectedByWallet === null) return []
  return [
    h('p', { class: 'label' }, rejectedByWallet === mine ? 'Rejected by your wallet' : 'Rejected by the wallet'),
    comparableAddress(rejectedByWallet, 'approver address'),
    h('p', { class: 'muted' }, rejectedAt === null ? '' : dateTimeText(rejectedAt)),
  ]
}

function used({ intent, operation }: DryRunPublicView): HTMLElement[] {
  const done = operation && ['locked', 'unlocked', 'done'].includes(operation.state)
  const title = !operation
    ? 'Already used'
    : intent === 'wire-fees'
      ? done
        ? 'Fees locked'
        : 'Lock under way'
      : done
        ? 'Launched'
        : 'Launch under way'
  const text =
    done || !operation ? 'This dry-run has been used. It cannot be approved or used again.' : 'The agent is using this dry-run right now.'
  return [
    h('p', { class: 'result result-on', tabindex: '-1' }, icon(done || !operation ? 'check' : 'clock'), title),
    h('p', null, text),
    ...(operation && done
      ? [
          h('p', { class: 'label' }, 'Mint'),
          comparableAddress(operation.mint, 'mint'),
          insideLink(coinPath(operation.mint), { class: 'button' }, 'See the coin'),
        ]
      : []),
    ...(operation?.state === 'unlocked' ? [h('p', { class: 'blocked' }, 'The coin exists, and its fees are not locked yet.')] : []),
  ]
}

function approvedInPart(view: DryRunPublicView, mine: string | null): HTMLElement[] {
  const { approvals, approvalsRequired } = view
  return [
    h('p', { class: 'result result-on', tabindex: '-1' }, icon('check'), 'You approved'),
    h('p', null, `${approvals.length} of ${approvalsRequired} approvals`),
    ...approvedBy(view, mine),
    h('p', { class: 'muted' }, `Nothing is launched before ${plural(approvalsRequired - approvals.length, 'more approver')} approved too.`),
  ]
}

function approvedBy({ approvals, approved }: DryRunPublicView, mine: string | null): HTMLElement[] {
  const each = approvals.flatMap(({ wallet, at }) => [
    h('p', { class: 'label' }, wallet === mine ? 'Approved by your wallet' : 'Approved by the wallet'),
    comparableAddress(wallet, 'approver address'),
    h('p', { class: 'muted' }, dateTimeText(at)),
  ])
  const cameAfter = approved && mine !== null && approvals.every(({ wallet }) => wallet !== mine)
  return [...each, ...(cameAfter ? [h('p', { class: 'muted' }, 'Others approved first; your signature changes nothing.')] : [])]
}
