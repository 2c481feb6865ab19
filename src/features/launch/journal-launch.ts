import type { Caller } from '../../domain/api-key.ts'
import { unixMs } from '../../domain/brands.ts'
import { dryRunState } from '../../domain/plan/dry-run.ts'
import { AppError } from '../../domain/errors.ts'
import type { Image } from '../../domain/plan/image.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import type { Operation } from '../../domain/operation.ts'
import { PAYMENT_LEASE_MS } from '../../domain/payments/payment.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { usePicture } from '../plan/keep-picture.ts'
import { SETTLE_LEASE_MS } from '../operations/settle-operation.ts'

/**
 * The one commit before anything is sent: hourly limit, dry-run, idempotency claim, picture and row, or none of them.
 *
 * @throws AppError launches_per_hour_exceeded | dry_run_not_spendable | idempotency_in_progress | mint_exists
 */
export const journalLaunch = (
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  launch: { caller: Caller; operation: Operation; image: Image | null },
): Promise<void> =>
  storage.transaction(async (tx) => {
    const { caller, operation, image } = launch
    const { dryRunId, idempotencyId, mint } = operation
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
    await usePicture(tx, { image, sha256: operation.plan?.image?.sha256 ?? null }, caller, nowMs)
    if (await tx.operations.findUnfinished('launch', mint)) throw new AppError('mint_exists', { mint })
    const kept = await tx.operations.insert(operation, unixMs(nowMs + SETTLE_LEASE_MS))
    if (!kept) throw new AppError('dry_run_not_spendable', { state: 'in use' })
  })

/**
 * Takes a payer's payment before its launch is written, after what would refuse it for certain, and returns the idempotency claim
 * that the operation is written under; null for callers with a key. A later run of the same payment gives the claim back: then
 * this one cannot write a launch any more.
 *
 * @throws AppError launches_per_hour_exceeded, and of PaidRun.charge
 */
export async function chargeLaunch({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, caller: Caller): Promise<string | null> {
  const { paid, keyId } = caller
  if (!paid) return null
  await checkHourlyLimit(storage, caller, clock.nowMs())
  await paid.charge()
  const { runId } = paid
  await storage.idempotency.claim({
    id: runId,
    scope: keyId,
    key: runId,
    fingerprint: runId,
    nowMs: clock.nowMs(),
    leaseMs: PAYMENT_LEASE_MS,
  })
  return runId
}

/**
 * Returns while the key may launch once more in this hour. With `offers` those that it was handed in this hour, and has not
 * submitted, count too. @throws AppError launches_per_hour_exceeded
 */
export async function checkHourlyLimit(
  tx: Repos,
  { keyId, launchesPerHour: limit }: Caller,
  nowMs: number,
  { offers = false } = {},
): Promise<void> {
  if (limit === null) return
  await tx.lock(`launches ${keyId}`)
  const sinceMs = unixMs(nowMs - HOUR_MS)
  const ends = offers ? await tx.offers.expiryTimes(keyId, unixMs(sinceMs + LIMITS.launchOfferMs)) : []
  const launched = await tx.operations.launchTimes(keyId, sinceMs)
  const times = [...launched, ...ends.map((endMs) => endMs - LIMITS.launchOfferMs)].toSorted((a, b) => a - b)
  if (times.length < limit) return
  const freeAtMs = times[times.length - limit]! + HOUR_MS
  throw new AppError('launches_per_hour_exceeded', { limit, retryAfterSec: Math.max(1, Math.ceil((freeAtMs - nowMs) / 1_000)) })
}
