import type { OperationId, UnixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'
import type { PaidRun } from '../../ports/payments.ts'
import type { IdempotencyClaim, IdempotencyKey } from '../../ports/storage/idempotency.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import { inspectRecipients } from '../plan/inspect-recipients.ts'
import { type AwaitDeps, awaitOperation } from '../operations/await-operation.ts'
import { journalOperation } from '../operations/journal-operation.ts'
import { openOperation } from '../operations/open-operation.ts'
import { operationOfRun } from '../operations/operation-of-run.ts'
import { checkPrograms } from '../programs/check-programs.ts'
import { checkLaunchLimits } from './launch-limits.ts'
import { keepMetadata } from './keep-metadata.ts'
import { type LaunchInput, type ResolveDeps, resolveLaunch } from './resolve-launch.ts'

/** A custodial launch as a caller requests it. */
export interface LaunchOrder extends LaunchInput {
  /** The payment of the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly launcherSecret: Secret<string>
  readonly idempotency: IdempotencyKey | null
}

type LaunchDeps = ResolveDeps & AwaitDeps

/**
 * Launches a coin and returns its finished operation: locked, unlocked, or failed with proof that nothing was created. Every transaction
 * is signed and written before the first is sent; if the process dies, another resumes the operation. A refusal before that leaves no
 * operation, no reserved dry-run and no used idempotency key; an upload of metadata that was paid for stays counted and charged.
 *
 * @see rules 2.7, 3.1, 3.2; rules 10.13
 */
export async function launchCoin(deps: LaunchDeps, order: LaunchOrder): Promise<LaunchOperation> {
  const { storage, clock, ids } = deps
  const existing = await operationOfRun(storage, order.payment, 'launch')
  if (existing) return awaitOperation(deps, existing)
  const claimId = order.idempotency && ids.id('idem')
  if (order.idempotency && claimId) {
    const claim = await storage.idempotency.claim({
      ...order.idempotency,
      id: claimId,
      nowMs: clock.nowMs(),
      leaseMs: OWN_LIMITS.idempotencyLeaseMs,
    })
    if (claim.outcome !== 'claimed') return answerOf(storage, claim)
  }
  let operation: LaunchOperation
  try {
    operation = await prepareLaunch(deps, order, claimId)
  } catch (error) {
    if (!order.idempotency || !claimId) throw error
    // Where the claim cannot be released its lease expires by itself; the caller still learns why the launch was refused.
    const held = await storage.idempotency.release(claimId).catch(() => true)
    if (held) throw error
    // This request was slower than its lease, and another with the same key went on in its place: that one has the key’s answer.
    const claim = await storage.idempotency.peek({ ...order.idempotency, nowMs: clock.nowMs() })
    if (!claim) throw error
    return answerOf(storage, claim)
  }
  return awaitOperation(deps, operation)
}

/** What a key that was used before answers. @throws AppError idempotency_key_reused, idempotency_in_progress */
async function answerOf(
  repos: Pick<Repos, 'operations'>,
  claim: Exclude<IdempotencyClaim, { outcome: 'claimed' }>,
): Promise<LaunchOperation> {
  if (claim.outcome === 'reused') throw new AppError('idempotency_key_reused')
  if (claim.outcome === 'running') throw new AppError('idempotency_in_progress')
  return launchOf(repos, claim.operationId)
}

/** The earlier launch that a repeated request gets. @throws Error when the id is no launch’s */
export async function launchOf({ operations }: Pick<Repos, 'operations'>, id: OperationId): Promise<LaunchOperation> {
  const operation = await operations.find(id)
  if (operation?.kind !== 'launch') throw new Error(`${id} is no launch`)
  return operation
}

/** Checks, signs and journals a launch. Nothing is sent; when it throws, nothing is stored but an upload of metadata that was paid for. */
async function prepareLaunch(deps: LaunchDeps, order: LaunchOrder, claimId: string | null): Promise<LaunchOperation> {
  await checkPrograms(deps, order.request.platform)
  const launchpad = await deps.launchpads.get(order.request.platform)
  const launcher = launchpad.parseLauncher(order.launcherSecret)
  const resolved = await resolveLaunch(deps, launchpad, order, launcher.wallet)
  const { caller, payment, dryRunId } = order
  const prepare = async (plan: CoinPlan) =>
    (await Promise.all([launchpad.prepareLaunch(plan, launcher), inspectRecipients(launchpad, resolved.plan)]))[0]
  const check = (repos: Repos, atMs: UnixMs) => checkLaunchLimits(repos, caller, atMs, resolved.plan.request)
  const refuse = async (measured: CoinPlan) => {
    await check(deps.storage, deps.clock.nowMs())
    await prepare(measured)
  }
  const { mint, lockPath, transactions } = await prepare(await keepMetadata(deps, resolved, { caller, payment, refuse }))
  const operation: LaunchOperation = openOperation(deps, {
    kind: 'launch',
    platform: launchpad.facts.id,
    mint,
    keyId: caller.keyId,
    launcher: launcher.wallet,
    plan: resolved.plan,
    metadataId: resolved.metadataId,
    lockPath,
    dryRunId,
    idempotencyId: claimId ?? payment?.runId ?? null,
    transactions,
  })
  const checkOwnDay = (repos: Repos) => check(repos, operation.createdAtMs)
  return journalOperation(deps, { caller, payment, operation, image: resolved.image, check: checkOwnDay })
}
