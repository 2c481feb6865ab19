import type { Caller } from '../../domain/api-key.ts'
import type { Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { LockKind, LockOperation } from '../../domain/operation.ts'
import type { WireFeesDryRunRequest } from '../../domain/plan/launch-request.ts'
import { type Plan, planHash } from '../../domain/plan/plan.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { Launcher } from '../../ports/launchpad/launcher.ts'
import type { PaidRun } from '../../ports/payments.ts'
import { capabilityOf } from '../plan/check-supported.ts'
import { type AwaitDeps, awaitOperation } from '../operations/await-operation.ts'
import { journalOperation } from '../operations/journal-operation.ts'
import { openOperation } from '../operations/open-operation.ts'
import { operationOfRun } from '../operations/operation-of-run.ts'
import { wireFeesOrder } from '../plan/wire-fees-order.ts'
import { findLockUnderWay } from './find-lock-under-way.ts'
import { type LockInput, planOfLock, type PlanOfLockDeps } from './plan-of-lock.ts'

/** A lock of an existing coin's fees as a caller requests it. */
export interface LockCall {
  readonly caller: Caller
  /** The payment of the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly body: Omit<WireFeesDryRunRequest, 'intent'>
  readonly launcherSecret: Secret<string>
}

interface LockOrder extends LockInput, Pick<LockCall, 'payment' | 'launcherSecret'> {
  readonly kind: LockKind
}

/** What locking fees needs. */
export type LockDeps = AwaitDeps & PlanOfLockDeps

/**
 * Locks the fees of an existing coin, launched here or not, and returns the finished operation: what `wireFees` and `lockHolderKol` have
 * in common. It is signed and journaled before anything is sent; its dry-run is reserved from then on, and released when the lock is
 * proved dead. An identical request while it is under way joins it.
 *
 * @see rules 3.2, 4.2; rules 10
 */
export async function makeLock(deps: LockDeps, kind: LockKind, call: LockCall): Promise<LockOperation> {
  const { caller, payment, body, launcherSecret } = call
  const dryRunId = body.dryRunId ?? null
  const resolved = await wireFeesOrder(deps, { caller, body, dryRunId })
  return joinOrLock(deps, { kind, ...resolved, payment, dryRunId, launcherSecret })
}

async function joinOrLock(deps: LockDeps, order: LockOrder): Promise<LockOperation> {
  const { storage } = deps
  const { request, caller, payment, dryRunId } = order
  const existing = await operationOfRun(storage, payment, order.kind)
  if (existing) return awaitOperation(deps, existing)
  const launchpad = await deps.launchpads.get(request.platform)
  const launcher = launchpad.parseLauncher(order.launcherSecret)
  const underWay = await findLockUnderWay(storage, request.mint!)
  if (underWay && isOf(underWay, caller, launcher.wallet)) {
    // Checked before the chain, where a lock of this request may be pending or have landed.
    if (!asksForTheSame(underWay, order)) throw new AppError('wire_fees_in_progress', { mint: underWay.mint })
    return awaitOperation(deps, underWay)
  }

  const plan = await planOfLock(deps, launchpad, order, launcher.wallet)
  const operation = await prepareOperation(deps, { order, plan, launchpad, launcher })

  const journaled = await journalOperation<LockOperation>(deps, {
    caller,
    payment,
    operation,
    lock: `lock ${operation.mint}`,
    async findFirst(tx) {
      const other = await findLockUnderWay(tx, operation.mint)
      const same = other?.kind === operation.kind && planHash(other.plan) === planHash(operation.plan)
      if (other && (!same || dryRunId !== null || !isOf(other, caller, launcher.wallet)))
        throw new AppError('wire_fees_in_progress', { mint: other.mint })
      return other
    },
  })
  return awaitOperation(deps, journaled)
}

/** Equal dry-run ids where there are any; else equal requests. */
function asksForTheSame({ kind, plan, dryRunId }: LockOperation, order: LockOrder): boolean {
  if (kind !== order.kind || dryRunId !== order.dryRunId) return false
  return dryRunId !== null || planHash({ ...plan, request: order.request }) === planHash(plan)
}

const isOf = (operation: LockOperation, caller: Caller, launcher: Wallet): boolean =>
  operation.keyId === caller.keyId && operation.launcher === launcher

/** Signs the lock. Nothing is sent or kept. */
async function prepareOperation(
  deps: LockDeps,
  { order, plan, launchpad, launcher }: { order: LockOrder; plan: Plan; launchpad: Launchpad; launcher: Launcher },
): Promise<LockOperation> {
  const mint = order.request.mint!
  const { transactions } = await capabilityOf(launchpad, 'feeShare').prepareLock(mint, plan.shareholders, launcher)
  return openOperation(deps, {
    kind: order.kind,
    platform: launchpad.facts.id,
    mint,
    keyId: order.caller.keyId,
    launcher: launcher.wallet,
    plan,
    dryRunId: order.dryRunId,
    idempotencyId: order.payment?.runId ?? null,
    transactions,
  })
}
