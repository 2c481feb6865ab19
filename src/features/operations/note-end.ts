import type { Operation } from '../../domain/operation.ts'
import type { Deps } from '../../ports/deps.ts'

/** Counts an operation that this caller's commit finished; null (another's did) is not counted, so that each counts once. */
export function noteEnd({ metrics }: Pick<Deps, 'metrics'>, finished: Operation | null): void {
  if (!finished) return
  const { kind, state: outcome, lockPath } = finished
  metrics.count('svc_operations_total', { kind, outcome })
  if (kind === 'launch') metrics.count('svc_launches_total', { path: lockPath ?? 'none', outcome })
}
