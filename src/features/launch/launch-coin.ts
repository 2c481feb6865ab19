import { unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Operation } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import { inspectRecipients } from '../plan/inspect-recipients.ts'
import { settleUntilFinished } from '../operations/settle-operation.ts'
import { operationOfRun } from '../payments/payment-runs.ts'
import { chargeLaunch, checkHourlyLimit, journalLaunch } from './journal-launch.ts'
import { keepMetadata } from './keep-metadata.ts'
import { launchOperation, type LaunchWish, resolveLaunch } from './resolve-launch.ts'

/** A custodial launch as a caller asks for it. */
export interface LaunchOrder extends LaunchWish {
  readonly launcherSecret: Secret<string>
  readonly idempotency: { readonly scope: string; readonly key: string; readonly fingerprint: string } | null
}

type LaunchDeps = Omit<Deps, 'crankPayer'>

/**
 * Launches a coin and returns its finished operation: locked, unlocked, or failed with proof that nothing was created.
 * All that could be sent is written, signed, before the first byte is sent; whoever dies in between, the row goes on.
 * A refusal before that leaves nothing behind: no row, no held dry-run, no used idempotency key.
 *
 * @throws AppError of each refusal | launch_unresolved when the chain stays dark; the row goes on
 * @see rules 2.7, 3.1, 3.2; rules 10.13
 */
export async function launchCoin(deps: LaunchDeps, order: LaunchOrder): Promise<Operation> {
  const { storage, clock, ids } = deps
  const own = await operationOfRun(storage, order.caller)
  if (own) return finished(deps, own)
  const claimId = order.idempotency && ids.id('idem')
  if (order.idempotency && claimId) {
    const claim = await storage.idempotency.claim({
      ...order.idempotency,
      id: claimId,
      nowMs: clock.nowMs(),
      leaseMs: LIMITS.idempotencyLeaseMs,
    })
    if (claim.outcome === 'reused') throw new AppError('idempotency_key_reused')
    if (claim.outcome === 'running') throw new AppError('idempotency_in_progress')
    if (claim.outcome === 'finished') return (await storage.operations.find(claim.operationId))!
  }
  let operation: Operation
  try {
    operation = await prepareLaunch(deps, order, claimId)
  } catch (error) {
    // Where even that cannot be written the claim's lease ends by itself, and why it was refused is still told.
    if (claimId) await storage.idempotency.release(claimId).catch(() => {})
    throw error
  }
  return finished(deps, operation)
}

async function finished(deps: LaunchDeps, operation: Operation): Promise<Operation> {
  const settled = await settleUntilFinished(deps, operation, unixMs(deps.clock.nowMs() + LIMITS.launchWaitMs))
  if (settled.finishedAtMs === null) throw new AppError('launch_unresolved', { launchId: settled.id, mint: settled.mint })
  return settled
}

/** Checks, signs and journals a launch. Nothing is sent; nothing is kept when it throws. */
async function prepareLaunch(deps: LaunchDeps, order: LaunchOrder, claimId: string | null): Promise<Operation> {
  const launchpad = await deps.launchpads.get(order.wish.platform)
  const launcher = launchpad.parseLauncher(order.launcherSecret)
  const resolved = await resolveLaunch(deps, launchpad, order, launcher.wallet)
  const { caller, dryRunId } = order
  const prepare = async (plan: CoinPlan) =>
    (await Promise.all([launchpad.prepareLaunch(plan, launcher), inspectRecipients(launchpad, resolved.plan)]))[0]
  let paidId: string | null = null
  const coinPlan = await keepMetadata(deps, resolved, async (measured) => {
    await checkHourlyLimit(deps.storage, caller, deps.clock.nowMs())
    await prepare(measured)
    paidId = await chargeLaunch(deps, caller)
  })
  const prepared = await prepare(coinPlan)
  const { mint, lockPath, transactions } = prepared
  const idempotencyId = claimId ?? paidId ?? (await chargeLaunch(deps, caller))
  const facts = { platform: launchpad.facts.id, mint, lockPath, keyId: caller.keyId, launcher: launcher.wallet, dryRunId, idempotencyId }
  const operation: Operation = { ...launchOperation(deps, resolved, facts), transactions }
  await journalLaunch(deps, { caller, operation, image: resolved.image })
  return operation
}
