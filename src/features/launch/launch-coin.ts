import type { Caller } from '../../domain/api-key.ts'
import { type DryRunId, type OperationId, unixMs } from '../../domain/brands.ts'
import { checkCrew } from '../../domain/crew.ts'
import { dryRunState } from '../../domain/dry-run.ts'
import { AppError, invalidFields } from '../../domain/errors.ts'
import type { Image } from '../../domain/image.ts'
import type { Wish } from '../../domain/launch-request.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import type { Operation } from '../../domain/operation.ts'
import { checkLauncher, nameLauncher, type Plan } from '../../domain/plan.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage.ts'
import { METADATA_ID_LENGTH, metadataUri } from '../coins/metadata-uri.ts'
import { inspectRecipients } from '../dry-run/inspect-plan.ts'
import { type ImageSource, loadImage } from '../dry-run/load-image.ts'
import { planOfDryRun } from '../dry-run/plan-of-dry-run.ts'
import { resolvePlan } from '../dry-run/resolve-plan.ts'
import { SETTLE_LEASE_MS, settleUntilFinished } from '../operations/settle-operation.ts'

/** A custodial launch as a caller asks for it. */
export interface LaunchOrder {
  readonly caller: Caller
  readonly wish: Wish
  readonly source: ImageSource
  readonly dryRunId: DryRunId | null
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
 * @see spec 2.7, 3.1, 3.2; DESIGN 3
 */
export async function launchCoin(deps: LaunchDeps, order: LaunchOrder): Promise<Operation> {
  const { storage, clock, ids } = deps
  const claimId = order.idempotency && `idem_${ids.text(20)}`
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
    if (claimId) await storage.idempotency.release(claimId)
    throw error
  }
  const settled = await settleUntilFinished(deps, operation, unixMs(clock.nowMs() + LIMITS.launchWaitMs))
  if (settled.finishedAtMs === null) throw new AppError('launch_unresolved', { launchId: settled.id, mint: settled.mint })
  return settled
}

/** Checks, signs and journals a launch. Nothing is sent; nothing is kept when it throws. */
async function prepareLaunch(deps: LaunchDeps, order: LaunchOrder, idempotencyId: string | null): Promise<Operation> {
  const { storage, clock, ids, launchpads, policy } = deps
  const { caller, wish, dryRunId } = order
  const launchpad = await launchpads.get(wish.platform)
  const launcher = launchpad.parseLauncher(order.launcherSecret)
  const { plan, image } =
    dryRunId === null ? await planNow(deps, order) : { plan: await planOfDryRun(deps, { ...order, dryRunId, launcher }), image: null }
  checkLauncher(plan, launcher.wallet)
  // A plan whose launcher was open could not compare the crew with it.
  if (plan.crew.length > 0) checkCrew(plan.crew, launcher.wallet, launchpad.isWallet)

  const metadataId = ids.text(METADATA_ID_LENGTH)
  const shareholders = nameLauncher(plan.shareholders, launcher.wallet)
  const [prepared] = await Promise.all([
    launchpad.prepareLaunch(
      {
        name: plan.wish.name,
        ticker: plan.wish.ticker,
        metadataUri: metadataUri(policy, metadataId),
        initialBuyLamports: plan.wish.initialBuyLamports,
        shareholders: plan.wish.holderKol ? [] : shareholders,
        atomicRequired: plan.wish.atomicRequired,
      },
      launcher,
    ),
    inspectRecipients(launchpad, plan),
  ])
  const operation: Operation = {
    id: `op_${ids.text(20)}` as OperationId,
    kind: 'launch',
    platform: launchpad.id,
    mint: prepared.mint,
    keyId: caller.keyId,
    launcher: launcher.wallet,
    dryRunId,
    idempotencyId,
    plan: { ...plan, shareholders },
    metadataId,
    lockPath: prepared.lockPath,
    transactions: prepared.transactions,
    state: 'prepared',
    failure: null,
    result: null,
    createdAtMs: clock.nowMs(),
    finishedAtMs: null,
  }
  await storage.transaction((tx) => journalLaunch(deps, tx, { caller, operation, image }))
  return operation
}

/** The one commit before anything is sent: hourly limit, dry-run, idempotency claim, picture and row, or none of them. */
async function journalLaunch(
  { clock }: LaunchDeps,
  tx: Repos,
  { caller, operation, image }: { caller: Caller; operation: Operation; image: Image | null },
): Promise<void> {
  const { dryRunId, idempotencyId } = operation
  const nowMs = clock.nowMs()
  await checkHourlyLimit(tx, caller, nowMs)
  if (dryRunId !== null) {
    const held = await tx.dryRuns.reserve(dryRunId, operation.id, nowMs, { approved: caller.requireApproval })
    if (!held) {
      const now = await tx.dryRuns.find(dryRunId)
      throw new AppError('dry_run_not_spendable', { state: now ? dryRunState(now, nowMs) : 'unknown' })
    }
  }
  // A claim whose lease ended may have been taken over: then the other request launches, and this one must not.
  if (idempotencyId !== null && !(await tx.idempotency.bind(idempotencyId, operation.id))) throw new AppError('idempotency_in_progress')
  if (image) await tx.images.insert(image)
  const kept = await tx.operations.insert(operation, unixMs(nowMs + SETTLE_LEASE_MS))
  if (!kept) throw new AppError('dry_run_not_spendable', { state: 'in use' })
}

async function checkHourlyLimit(tx: Repos, { keyId, launchesPerHour: limit }: Caller, nowMs: number): Promise<void> {
  if (limit === null) return
  await tx.lock(`launches ${keyId}`)
  const times = await tx.operations.launchTimes(keyId, unixMs(nowMs - HOUR_MS))
  if (times.length < limit) return
  const freeAtMs = times[times.length - limit]! + HOUR_MS
  throw new AppError('launches_per_hour_exceeded', { limit, retryAfterSec: Math.max(1, Math.ceil((freeAtMs - nowMs) / 1_000)) })
}

/** The plan of a launch without a dry-run, resolved the same way. */
async function planNow(deps: LaunchDeps, { caller, wish, source }: LaunchOrder): Promise<{ plan: Plan; image: Image }> {
  if (caller.requireApproval) throw invalidFields([{ path: '/dryRunId', message: 'is required' }], 'dry_run_required')
  const image = await loadImage(deps, source)
  const { plan } = await resolvePlan(deps, { caller, wish, image, imageUrl: source.imageUrl ?? null })
  return { plan, image }
}
