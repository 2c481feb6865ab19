import { unixMs } from '../../domain/brands.ts'
import { LIMITS } from '../../domain/limits.ts'
import { BUDGET_NAMES } from '../../domain/money/spending.ts'
import { claimOf, dryRunOf, type Operation, type OperationKind, type OperationResult } from '../../domain/operation.ts'
import type { Deps, Outcome, SettleDeps, Settler, Settlers } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** How long one driver (a request, or a sweep) keeps an operation to itself before another may look after it. */
export const SETTLE_LEASE_MS = 10_000

/** What the settling of any operation needs. */
export type DriverDeps = SettleDeps & { readonly settlers: Settlers }

/**
 * Sends what may be sent of an unfinished operation, asks the chain, and finishes the row when the chain has decided.
 * Any number of drivers may call it at once, here or in another process: the same bytes are sent, and one commit wins.
 */
export async function settleOperation<Op extends Operation>(deps: DriverDeps, operation: Op): Promise<Op> {
  if (operation.finishedAtMs !== null) return operation
  const launchpad = await deps.launchpads.get(operation.platform)
  const states = await launchpad.advance(operation.transactions)
  const settler = deps.settlers[operation.kind] as Settler<OperationKind>
  const outcome = await settler(deps, launchpad, operation, states)
  if (outcome.state === 'unchanged' || outcome.state === operation.state) return operation
  const { operations } = deps.storage
  const settled = isUnderWay(outcome) ? await operations.advance(operation.id, outcome.state) : await finish(deps, operation, outcome)
  // Another driver came first: what it wrote counts. A row stays of its kind.
  return (settled ?? (await operations.find(operation.id))) as Op
}

type AnyOutcome = Outcome<OperationResult[OperationKind]>
type UnderWay = Extract<AnyOutcome, { readonly state: 'broadcast' | 'live' }>
type End = Extract<AnyOutcome, { readonly effects?: unknown }>

const isUnderWay = (outcome: AnyOutcome): outcome is UnderWay => outcome.state === 'broadcast' || outcome.state === 'live'

/** Ends the operation, with all that hangs on it, in one commit; null when another driver's commit did. Each end is counted once. */
async function finish({ storage, clock, metrics }: SettleDeps, operation: Operation, outcome: End): Promise<Operation | null> {
  const nowMs = clock.nowMs()
  const result =
    outcome.state === 'failed'
      ? { state: outcome.state, failure: outcome.failure, result: null }
      : { state: outcome.state, failure: null, result: outcome.result, ...(outcome.mint === undefined ? {} : { mint: outcome.mint }) }
  const finished = await storage.transaction(async (tx) => {
    const won = await tx.operations.finish(operation.id, result, nowMs)
    if (!won) return null
    await outcome.effects?.(tx)
    await letGo(tx, operation, outcome, nowMs)
    return won
  })
  if (finished) countEnd(metrics, finished)
  return finished
}

/** What was held for the operation: a dry-run is used up or free again, its claim answers replays, what was not spent is left. */
async function letGo(tx: Repos, operation: Operation, outcome: End, nowMs: number): Promise<void> {
  const [dryRunId, claimId] = [dryRunOf(operation), claimOf(operation)]
  if (outcome.state === 'failed') {
    if (dryRunId !== null) await tx.dryRuns.release(dryRunId, operation.id)
    if (outcome.spentNothing) for (const budgetName of BUDGET_NAMES) await tx.spending.correct(budgetName, operation.id, 0n)
  } else if (dryRunId !== null) await tx.dryRuns.consume(dryRunId, operation.id, unixMs(nowMs))
  if (claimId !== null) await tx.idempotency.finish(claimId, unixMs(nowMs + LIMITS.idempotencyReplayMs))
}

function countEnd(metrics: Deps['metrics'], operation: Operation): void {
  const { kind, state: outcome } = operation
  metrics.count('svc_operations_total', { kind, outcome })
  if (kind === 'launch') metrics.count('svc_launches_total', { path: operation.lockPath, outcome })
}
