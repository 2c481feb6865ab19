import type { Caller } from '../../domain/api-key.ts'
import type { DryRunId, Mint, Wallet } from '../../domain/brands.ts'
import { checkCrew } from '../../domain/crew/crew.ts'
import { AppError } from '../../domain/errors.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import type { LockOperation } from '../../domain/operation.ts'
import { checkLauncher, nameLauncher, type Plan, planHash } from '../../domain/plan/plan.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { Launcher } from '../../ports/launchpad/signing.ts'
import type { PaidRun } from '../../ports/payments.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { capabilityOf } from '../plan/check-offered.ts'
import { inspectRecipients } from '../plan/inspect-recipients.ts'
import { dryRunToSpend } from '../plan/dry-run-to-spend.ts'
import { resolvePlan } from '../plan/resolve-plan.ts'
import { type AwaitDeps, awaitOperation } from '../operations/await-operation.ts'
import { journalOperation } from '../operations/journal-operation.ts'
import { openOperation } from '../operations/open-operation.ts'
import { operationOfRun } from '../operations/operation-of-run.ts'
import { checkWireFeesTarget } from '../plan/check-wire-fees-target.ts'
import { holderKolCrew } from '../plan/holder-kol-crew.ts'

/** A lock of an existing coin's fees as a caller asks for it: to a crew, or to the KOLs among its holders. */
export interface LockOrder {
  readonly kind: 'wire-fees' | 'lock-holder-kol'
  readonly caller: Caller
  /** What pays for the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly request: PlanRequest
  readonly dryRunId: DryRunId | null
  readonly launcherSecret: Secret<string>
}

type LockDeps = AwaitDeps & Pick<Deps, 'directory' | 'web'>

/**
 * Locks the fees of an existing coin, ours or not, and returns the finished operation. Signed and journaled before the
 * first byte is sent; a dry-run is held from there on, and free again when the lock proved dead. The same request while
 * one is on its way joins it.
 *
 * @throws AppError of WIRE_FEES_REFUSALS or LOCK_HOLDER_KOL_REFUSALS but a lock's own end; launch_unresolved when the chain stays
 *   dark, and the row goes on
 * @see rules 3.2, 4.2; rules 10
 */
export async function wireFees(deps: LockDeps, order: LockOrder): Promise<LockOperation> {
  const { storage } = deps
  const { request, caller, payment, dryRunId } = order
  const existing = await operationOfRun(storage, payment, order.kind)
  if (existing) return awaitOperation(deps, existing)
  const launchpad = await deps.launchpads.get(request.platform)
  const launcher = launchpad.parseLauncher(order.launcherSecret)
  const underWay = await findUnderWay(storage, request.mint!)
  if (underWay && isOf(underWay, caller, launcher.wallet)) {
    // Before the chain is asked: there its own transactions may wait, or have landed already.
    if (!asksForTheSame(underWay, order)) throw new AppError('wire_fees_in_progress', { mint: underWay.mint })
    return awaitOperation(deps, underWay)
  }

  const { creator } = await checkWireFeesTarget(deps, { ...request, launcherPubkey: launcher.wallet })
  const plan =
    dryRunId === null
      ? await planNow(deps, order, creator)
      : (await dryRunToSpend(deps, { caller, request, source: {}, dryRunId, launcher })).plan
  checkLauncher(plan, launcher.wallet)
  if (!request.holderKol) checkCrew(plan.crew, launcher.wallet, launchpad.isWallet)
  const operation = await prepareOperation(deps, { order, plan, launchpad, launcher })

  const journaled = await journalOperation<LockOperation>(deps, {
    caller,
    payment,
    operation,
    lock: `lock ${operation.mint}`,
    async findFirst(tx) {
      const other = await findUnderWay(tx, operation.mint)
      const same = other?.kind === operation.kind && planHash(other.plan) === planHash(operation.plan)
      if (other && (!same || dryRunId !== null || !isOf(other, caller, launcher.wallet)))
        throw new AppError('wire_fees_in_progress', { mint: other.mint })
      return other
    },
  })
  return awaitOperation(deps, journaled)
}

/** By dry-run where there is one; else the request itself is the same. */
function asksForTheSame({ kind, plan, dryRunId }: LockOperation, order: LockOrder): boolean {
  if (kind !== order.kind || dryRunId !== order.dryRunId) return false
  return dryRunId !== null || planHash({ ...plan, request: order.request }) === planHash(plan)
}

const findUnderWay = async ({ operations }: Pick<Repos, 'operations'>, mint: Mint) =>
  (await operations.findUnfinished('wire-fees', mint)) ?? (await operations.findUnfinished('lock-holder-kol', mint))

const isOf = (operation: LockOperation, caller: Caller, launcher: Wallet): boolean =>
  operation.keyId === caller.keyId && operation.launcher === launcher

/** The plan of a lock without a dry-run, resolved the same way. */
async function planNow(deps: LockDeps, { caller, request }: LockOrder, creator: Wallet): Promise<Plan> {
  if (caller.requireApproval) throw new AppError('dry_run_required', {}, { fields: [{ path: '/dryRunId', message: 'is required' }] })
  const holderSeats = request.holderKol ? await holderKolCrew(deps, { request, creator, referral: caller.referral }) : null
  return (await resolvePlan(deps, { caller, request, holderSeats })).plan
}

/** Checks the recipients on chain and signs the lock. Nothing is sent or kept. */
async function prepareOperation(
  deps: LockDeps,
  { order, plan, launchpad, launcher }: { order: LockOrder; plan: Plan; launchpad: Launchpad; launcher: Launcher },
): Promise<LockOperation> {
  const mint = order.request.mint!
  const shareholders = nameLauncher(plan.shareholders, launcher.wallet)
  await inspectRecipients(launchpad, { ...plan, shareholders })
  const { transactions } = await capabilityOf(launchpad, 'feeShare').prepareLock(mint, shareholders, launcher)
  return openOperation(deps, {
    kind: order.kind,
    platform: launchpad.facts.id,
    mint,
    keyId: order.caller.keyId,
    launcher: launcher.wallet,
    plan: { ...plan, shareholders },
    dryRunId: order.dryRunId,
    idempotencyId: order.payment?.runId ?? null,
    transactions,
  })
}
