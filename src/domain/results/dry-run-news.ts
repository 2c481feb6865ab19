import { type Static, Type } from '@sinclair/typebox'
import { type Cluster, ClusterName } from '../cluster.ts'
import { DateTime, Enum, iso, Nullable } from '../json.ts'
import { SAID } from '../consent/signed-consent.ts'
import { ShareRoleJson } from '../crew/role-json.ts'
import { type ApprovalRule, countedApprovals, type DryRun } from '../plan/dry-run.ts'
import { INTENTS } from '../plan/launch-request.ts'

const NAMED = {
  cluster: ClusterName,
  dryRunId: Type.String(),
  intent: Enum(INTENTS),
  platform: Type.String(),
  mint: Nullable(Type.String({ description: 'The coin whose fees would be wired; null for a launch.' })),
  name: Type.String({ description: 'Of the coin; empty for wire-fees.' }),
  ticker: Type.String({ description: 'Without $; empty where name is.' }),
  planHash: Type.String({ title: 'PlanHash', description: 'SHA-256, in hex, of every decided field of the plan.' }),
  approvalUrl: Type.String({ format: 'uri' }),
  expiresAt: DateTime(),
}

/** What `dryRun.created` says. */
export const DryRunCreated = Type.Object({
  ...NAMED,
  approvalRequired: Type.Boolean(),
  warnings: Type.Array(Type.String(), { description: 'What a human should know before approving.' }),
})
DryRunCreated.title = 'DryRunCreated'

/** What `dryRun.named` says. */
export const DryRunNamed = Type.Object({
  ...NAMED,
  agent: Type.String({
    description: 'What the key of the agent is called: a wallet that takes part in coins of some agents alone names it.',
  }),
  named: Type.Array(
    Type.Object({
      wallet: Type.String(),
      handle: Type.String(),
      role: ShareRoleJson,
      bps: Type.Integer({ description: 'Of all creator fees, in basis points.' }),
      stance: Enum(SAID, { description: 'What the wallet has signed of taking part.' }),
      walletUrl: Type.String({ description: 'Where they see it, and say whether they take part.' }),
    }),
  ),
})
DryRunNamed.title = 'DryRunNamed'

/** Schema of one approver’s approval. */
export const ApprovalView = Type.Object({ wallet: Type.String(), at: DateTime() })
ApprovalView.title = 'Approval'

/** Every approval of a plan that counts, oldest first. */
export const approvalViews = (dryRun: Pick<DryRun, 'approvals'>, rule: Pick<ApprovalRule, 'approvers'>): Static<typeof ApprovalView>[] =>
  countedApprovals(dryRun, rule).map(({ by, atMs }) => ({ wallet: by, at: iso(atMs) }))

/** What `dryRun.approved` says. */
export const DryRunApproved = Type.Object({
  ...NAMED,
  approvedAt: DateTime(),
  approvedByWallet: Type.String({ description: 'The last of as many approvers as were needed.' }),
  approvals: Type.Array(ApprovalView),
})
DryRunApproved.title = 'DryRunApproved'

/** What `dryRun.rejected` says. */
export const DryRunRejected = Type.Object({
  ...NAMED,
  rejectedAt: DateTime(),
  rejectedByWallet: Type.String(),
  reason: Type.String({ description: 'In the words of the approver.' }),
})
DryRunRejected.title = 'DryRunRejected'

/** Which dry-run an event is about. */
export const dryRunNews = ({ id, plan, planHash, expiresAtMs }: DryRun, { cluster, baseUrl }: { cluster: Cluster; baseUrl: string }) => ({
  cluster,
  dryRunId: id,
  intent: plan.request.intent,
  platform: plan.request.platform,
  mint: plan.request.mint,
  name: plan.request.name,
  ticker: plan.request.ticker,
  planHash,
  approvalUrl: approvalUrlOf(id, baseUrl),
  expiresAt: iso(expiresAtMs),
})

/** The page where a person reads a plan and decides. */
export const approvalUrlOf = (id: string, baseUrl: string): string => `${baseUrl}/approve/${id}`
