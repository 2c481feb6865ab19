import { Type } from '@sinclair/typebox'
import { DateTime, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { type ApprovalRule, approvalsNeeded, type DryRun, isApproved } from '../../domain/plan/dry-run.ts'
import { ApprovalView, approvalViews } from '../../domain/results/dry-run-news.ts'

/** Who approved a plan, and whether that is enough. */
export const APPROVALS = {
  approved: Type.Boolean({ description: 'As many approvers have approved it as are needed.' }),
  approvedAt: Nullable(DateTime()),
  approvedByWallet: Nullable(Type.String({ description: 'The last of as many approvers as are needed.' })),
  approvals: Type.Array(ApprovalView, { description: 'Each approver once, oldest first; nobody who is an approver no more.' }),
  approvalsRequired: Type.Integer({ description: 'How many approvers are needed.' }),
}

/** The members of APPROVALS: of a plan that was used as they were then, of others by the rule of now. */
export const approvalsView = (dryRun: DryRun, ruleOfNow: ApprovalRule) => {
  const { approvals, approvalsRequired } = dryRun
  const ruleOfThen = { approvers: new Set(approvals.map(({ by }) => by)), approvalsRequired }
  const rule = dryRun.consumedAtMs === null ? ruleOfNow : ruleOfThen
  const approved = isApproved(dryRun, rule)
  return {
    approved,
    approvedAt: isoOrNull(approved ? dryRun.approvedAtMs : null),
    approvedByWallet: approved ? dryRun.approvedBy : null,
    approvals: approvalViews(dryRun, rule),
    approvalsRequired: approvalsNeeded(dryRun, rule),
  }
}

/** Answer of an approval. */
export const ApprovedView = Ok({ dryRunId: Type.String(), ...APPROVALS })
