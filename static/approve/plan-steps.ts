import { isAtomic } from '../../src/domain/lock-path.ts'
import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import { chainSteps } from '../lib/chain-steps.ts'
import { foreign, h } from '../lib/dom.ts'
import { failureName } from '../lib/failure-words.ts'
import type { ProgressStep } from '../lib/progress-steps.ts'

/** From the plan to the lock; an approval that was not needed is left out. */
export function stepsOf(view: DryRunPublicView): ProgressStep[] {
  const { intent, createdAt, operation, lastFailure, plan } = view
  const isLock = intent === 'wire-fees'
  return [
    { name: 'Planned', state: 'done', at: createdAt },
    ...approvalStep(view),
    ...(operation
      ? chainSteps(operation, { isLock, together: isAtomic(plan.lockPath) })
      : [...(lastFailure ? [failedStep(view, lastFailure)] : []), sentStep(view), ...(isLock ? [] : [ahead('Landed')]), ahead('Locked')]),
  ]
}

/** The last try, with the bare name of what stopped it. */
function failedStep(view: DryRunPublicView, { detail, failedAt }: NonNullable<DryRunPublicView['lastFailure']>): ProgressStep {
  const name = failureName(detail)
  const proof = name === null ? {} : { proof: h('code', { class: 'failure-name' }, foreign(name)) }
  return { name: failedTitle(view), state: 'failed', at: failedAt, ...proof }
}

const ahead = (name: string): ProgressStep => ({ name, state: 'ahead', at: null })

/** The agent's turn: since the approval, or since its last try failed. */
function sentStep({ approved, approvedAt, lastFailure }: DryRunPublicView): ProgressStep {
  if (!approved) return ahead(lastFailure ? 'Sent again by the agent' : 'Sent by the agent')
  const name = lastFailure ? 'Waiting for a retry' : 'Waiting for the agent'
  return { name, state: 'now', at: lastFailure?.failedAt ?? approvedAt }
}

/** That it was approved, or by how many of those that it needs. */
function approvalStep({ approved, approvedAt, approvals, approvalsRequired }: DryRunPublicView): ProgressStep[] {
  if (approvedAt !== null && approved) return [{ name: 'Approved', state: 'done', at: approvedAt }]
  const last = approvals.at(-1)
  return last ? [{ name: `Approved by ${approvals.length} of ${approvalsRequired}`, state: 'now', at: last.at }] : []
}

/** That the last try to use a plan failed, in two words. */
export const failedTitle = ({ intent }: Pick<DryRunPublicView, 'intent'>): string =>
  intent === 'wire-fees' ? 'Lock failed' : 'Launch failed'
