import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Enum, iso, Nullable } from '../../domain/json.ts'
import { OPERATION_KINDS } from '../../domain/operation.ts'
import type { DryRun } from '../../domain/plan/dry-run.ts'
import type { Deps } from '../../ports/deps.ts'
import { FailureView, failureView } from '../operations/failure-view.ts'

/** Schema of the last try to use a plan, where it failed and left the plan free. @see rules 10.10 */
export const LastFailureView = Nullable(
  Type.Object(
    { kind: Enum(OPERATION_KINDS), ...FailureView.properties, failedAt: DateTime() },
    { description: 'The last try to use it, which failed. The plan is free again, and stays approved; null while an operation has it.' },
  ),
)

export type LastFailureView = Static<typeof LastFailureView>

/** What the last try to use this plan failed of; null where none did, or another try has the plan since. */
export async function readLastFailure(
  { storage }: Pick<Deps, 'storage'>,
  { id, reservedBy, consumedAtMs }: DryRun,
): Promise<LastFailureView> {
  if (reservedBy !== null || consumedAtMs !== null) return null
  const operation = await storage.operations.findByDryRun(id)
  const failure = operation && failureView(operation)
  if (!failure || operation.finishedAtMs === null) return null
  return { kind: operation.kind, ...failure, failedAt: iso(operation.finishedAtMs) }
}
