import { openingMessage } from '../../src/features/approvals/open-approvals.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import type { Person } from '../support/test-app.ts'
import type { Maker } from './fields.ts'
import { APPROVERS } from './fuzz-server.ts'
import { fill, type Recipe, signAs } from './recipe.ts'

/** An approver, and sometimes another. */
const approverOf = ({ chance, memory }: Maker): Person => (chance.happens(0.95) ? chance.pick(APPROVERS) : chance.pick(memory.people))

/** An approver signs that a plan is approved. */
export const approve: Recipe = (maker, draft) => {
  const { chance, memory } = maker
  const plan = memory.dryRuns.pick()
  if (!plan) return false
  fill(draft, { id: plan.id })
  signAs(maker, draft, approverOf(maker), (at) => approvalMessage(plan.id, at))
  if (chance.happens(0.3)) draft.headers['x-svc-dry-run-id'] = plan.id
  draft.body = undefined
  return true
}

/** An approver signs that a plan is rejected, with a reason. */
export const reject: Recipe = (maker, draft) => {
  const { chance, memory } = maker
  const plan = memory.dryRuns.pick()
  if (!plan) return false
  fill(draft, { id: plan.id })
  signAs(maker, draft, approverOf(maker), (at) => rejectionMessage(plan.id, at))
  // Now and then somebody launches it all the same.
  if (chance.happens(0.9)) memory.dryRuns.remove(plan)
  return true
}

/** An approver opens the list of plans. */
export const openList: Recipe = (maker, draft) => {
  const person = approverOf(maker)
  signAs(maker, draft, person, (at) => openingMessage(new URL(maker.document.servers[0].url).host, person.wallet, at))
  draft.body = undefined
}

/** What the list has for an approver who opened it. */
export const readList: Recipe = ({ memory }, draft) => {
  const token = memory.approvalTokens.pick()
  if (token === null) return false
  draft.headers['x-svc-approvals-token'] = token
  return true
}
