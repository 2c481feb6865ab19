import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'

/** Whether signing the id signs this plan: it begins with half of the plan's hash. Null for ids of earlier versions, which name no plan. */
export const namesItsPlan = ({ dryRunId, planHash }: Pick<DryRunPublicView, 'dryRunId' | 'planHash'>): boolean | null =>
  dryRunId.length <= 32 ? null : dryRunId.startsWith(planHash.slice(0, 32))

/** Whether the wallet is one of those that have approved. */
export const hasApproved = ({ approvals }: Pick<DryRunPublicView, 'approvals'>, wallet: string | null): boolean =>
  approvals.some((approval) => approval.wallet === wallet)

/** Where a dry-run is in the API. */
export const dryRunPath = (id: string): string => `/api/agent/launch/dry-run/${encodeURIComponent(id)}`
