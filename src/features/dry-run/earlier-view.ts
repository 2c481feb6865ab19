import { type Static, Type } from '@sinclair/typebox'
import { DateTime, iso } from '../../domain/json.ts'
import { PlanChange } from '../../domain/plan/plan-change.ts'
import type { ComparedDryRun } from '../plan/compare-dry-runs.ts'

/** Schema of an earlier dry-run of the same coin. */
export const EarlierView = Type.Object({
  dryRunId: Type.String(),
  name: Type.String({ description: 'Of the coin; empty for wire-fees.' }),
  createdAt: DateTime(),
  approved: Type.Boolean(),
  consumed: Type.Boolean({ description: 'An operation has used it.' }),
  changes: Type.Array(PlanChange),
})
EarlierView.title = 'EarlierDryRun'

/** An earlier dry-run of the same coin, and how this one differs. */
export type EarlierView = Static<typeof EarlierView>

/** The earlier dry-run as JSON. */
export const earlierView = ({ dryRun, changes }: ComparedDryRun): EarlierView => ({
  dryRunId: dryRun.id,
  name: dryRun.plan.request.name,
  createdAt: iso(dryRun.createdAtMs),
  approved: dryRun.approvedAtMs !== null,
  consumed: dryRun.consumedAtMs !== null,
  changes: changes.map((change) => ({ ...change })),
})
