import { atomicUnits, type UnixMs, unixMs } from '../../domain/brands.ts'
import { LIMITS } from '../../domain/limits.ts'
import { BUDGET_NAMES } from '../../domain/money/spending.ts'
import { claimOf, dryRunOf, isOfKind, type Operation, type OperationKind, type OperationResult } from '../../domain/operation.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Outcome, SettleDeps, Settler, Settlers } from '../../ports/settler.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { correctSpending } from '../budgets/correct-spending.ts'

/** How long one driver (a request, or a sweep) leases an operation before another may settle it. */
export const SETTLE_LEASE_MS = 10_000

/** What the settling of any operation needs. */
export type DriverDeps = SettleDeps & { readonly settlers: Settlers }

/**
 * Sends the transactions of an unfinished operation, reads their states, and finishes the row when the chain has decided. Any number of
 * drivers may call it concurrently, here or in another process: the same bytes are sent, and one commit wins.
 *
 * @throws Error when its row is gone, or of another kind
 */
export async function settleOperation<Op extends Operation>(deps: DriverDeps, operation: Op): Promise<Op> {
  if (operation.finishedAtMs !== null) return operation
  const { kind, platform } = operation
  return deps.tracer.span({ name: `settle ${kind}`, kind: 'internal', attributes: { platform } }, () => settleOnce(deps, operation))
}

async function settleOnce<Op extends Operation>(deps: DriverDeps, operation: Op): Promise<Op> {
  const launchpad = await deps.launchpads.get(operation.platform)
  const attributes = { transactions: operation.transactions.length }
  const unsent = operation.state === 'prepared'
  const states = await deps.tracer.span({ name: 'send', kind: 'internal', attributes }, () =>
    launchpad.advance(operation.transactions, unsent),
  )
  const outcome = await settlerOf(deps.settlers, operation.kind)(deps, launchpad, operation, states)
  if (outcome.state === 'unchanged' || outcome.state === operation.state) return operation
  const { operations } = deps.storage
  const settled = isUnderWay(outcome)
    ? await operations.advance(operation.id, operation.state, outcome.state)
    : await finish(deps, operation, outcome)
  // Another driver moved it on first, and its row is returned.
  const row = settled ?? (await operations.find(operation.id))
  if (!isOfKind<Op>(row, operation.kind)) throw new Error(`the operation ${operation.id} is no ${operation.kind} any more`)
  return row
}

const settlerOf = <Kind extends OperationKind>(settlers: Settlers, kind: Kind): Settler<Kind> => settlers[kind]

type AnyOutcome = Outcome<OperationResult[OperationKind]>
type UnderWay = Extract<AnyOutcome, { readonly state: 'broadcast' | 'live' }>
type End = Extract<AnyOutcome, { readonly effects?: unknown }>

const isUnderWay = (outcome: AnyOutcome): outcome is UnderWay => outcome.state === 'broadcast' || outcome.state === 'live'

/**
 * Finishes the operation and everything that depends on it in one commit; null when another driver did. Each end is counted once in the
 * metrics.
 */
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
    await releaseReservations(tx, operation, outcome, nowMs)
    return won
  })
  if (finished) {
    storage.ends.tell(operation.id)
    countEnd(metrics, finished)
  }
  return finished
}

/**
 * What was reserved for the operation: the dry-run is consumed or released, its idempotency claim answers replays, unspent money is
 * returned.
 */
async function releaseReservations(tx: Repos, operation: Operation, outcome: End, nowMs: UnixMs): Promise<void> {
  const [dryRunId, claimId] = [dryRunOf(operation), claimOf(operation)]
  if (outcome.state === 'failed') {
    if (dryRunId !== null) await tx.dryRuns.release(dryRunId, operation.id)
    if (outcome.spentNothing)
      for (const budgetName of BUDGET_NAMES) await correctSpending(tx, { budgetName, id: operation.id }, atomicUnits(0))
  } else if (dryRunId !== null) await tx.dryRuns.consume(dryRunId, operation.id, nowMs)
  if (claimId !== null) await tx.idempotency.finish(claimId, unixMs(nowMs + LIMITS.idempotencyReplayMs))
}

function countEnd(metrics: Deps['metrics'], operation: Operation): void {
  const { kind, state: outcome } = operation
  metrics.count('svc_operations_total', { kind, outcome })
  if (kind === 'launch') metrics.count('svc_launches_total', { path: operation.lockPath, outcome })
}
