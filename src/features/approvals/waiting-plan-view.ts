import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Enum, iso, Nullable, Ok } from '../../domain/json.ts'
import { Asker } from '../../domain/plan/asker.ts'
import { PayeeListing } from '../../domain/plan/payee-listing.ts'
import { approvalsNeeded } from '../../domain/plan/dry-run.ts'
import { INTENTS } from '../../domain/plan/launch-request.ts'
import { approvalUrlOf, ApprovalView, approvalViews } from '../../domain/results/dry-run-news.ts'
import type { Policy } from '../../ports/policy.ts'
import { CostView, costView, PlannedShareholderView, plannedShareholderViews } from '../plan/plan-view.ts'
import { ChangedSince } from '../dry-run/changed-since-view.ts'
import { EarlierView, earlierView } from '../dry-run/earlier-view.ts'
import type { WaitingPlan } from './list-waiting-plans.ts'

/** Which plans an approver lists: those that need an approval, or every one. */
export const PLANS_LISTED = ['required', 'all'] as const

/** One of PLANS_LISTED. */
export type PlansListed = (typeof PLANS_LISTED)[number]

/** Schema of a plan in the list of an approver. */
export const WaitingPlanView = Type.Object({
  dryRunId: Type.String(),
  approvalUrl: Type.String({ format: 'uri', description: 'The page of the plan.' }),
  intent: Enum(INTENTS),
  platform: Type.String(),
  mint: Nullable(Type.String({ description: 'The coin whose fees would be wired; null for a launch.' })),
  name: Type.String({ description: 'Of the coin; empty for wire-fees.' }),
  ticker: Type.String({ description: 'Without $; empty where name is.' }),
  imageUrl: Nullable(Type.String({ format: 'uri', description: 'The picture of the coin; null for wire-fees.' })),
  createdAt: DateTime(),
  expiresAt: DateTime(),
  askedBy: Asker,
  approvals: Type.Array(ApprovalView, { description: 'So far, oldest first.' }),
  approvalsRequired: Type.Integer({ description: 'Approvers needed.' }),
  shareholders: Type.Array(PlannedShareholderView),
  cost: Nullable(CostView),
  changedSince: ChangedSince,
  previous: Nullable(EarlierView),
  warnings: Type.Array(Type.String()),
  directory: Type.Array(PayeeListing),
})
WaitingPlanView.title = 'WaitingPlan'

export type WaitingPlanView = Static<typeof WaitingPlanView>

/** Schema of a page of the list, with the time by which its plans expire. */
export const WaitingPlans = Ok({ plans: Type.Array(WaitingPlanView), nextCursor: Nullable(Type.String()), serverTime: DateTime() })

export type WaitingPlans = Static<typeof WaitingPlans>

/** A plan as an approver's list has it. */
export const waitingPlanView = ({ dryRun, askedBy, changedSince, previous, directory }: WaitingPlan, policy: Policy): WaitingPlanView => {
  const { id, plan, quote } = dryRun
  const { baseUrl } = policy
  return {
    dryRunId: id,
    approvalUrl: approvalUrlOf(id, baseUrl),
    intent: plan.request.intent,
    platform: plan.request.platform,
    mint: plan.request.mint,
    name: plan.request.name,
    ticker: plan.request.ticker,
    imageUrl: plan.image && `${baseUrl}/api/agent/launch/dry-run/${id}/image`,
    createdAt: iso(dryRun.createdAtMs),
    expiresAt: iso(dryRun.expiresAtMs),
    askedBy,
    approvals: approvalViews(dryRun, policy),
    approvalsRequired: approvalsNeeded(dryRun, policy),
    shareholders: plannedShareholderViews(dryRun),
    cost: quote.cost && costView(quote.cost),
    changedSince: [...changedSince],
    previous: previous && earlierView(previous),
    warnings: [...quote.warnings],
    directory: [...directory],
  }
}
