import type { Caller } from '../../domain/api-key.ts'
import type { UnixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Policy } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Returns when there is room for one more dry-run that no launch has used. Call it in the transaction that keeps one, under the lock
 * `dry-runs`, to keep that true.
 *
 * @throws AppError dry_run_quota_exceeded | dry_runs_full
 */
export async function checkDryRunQuota(
  { storage, policy }: { readonly storage: Pick<Repos, 'dryRuns'>; readonly policy: Pick<Policy, 'dryRunQuota'> },
  { keyId }: Caller,
  nowMs: UnixMs,
): Promise<void> {
  const { own: ownMax, all: allMax } = policy.dryRunQuota
  const { own, strangers, all, firstExpiresAtMs, stranger } = await storage.dryRuns.waiting(keyId)
  if (own >= ownMax) {
    const freeAtMs = (firstExpiresAtMs ?? nowMs) + LIMITS.dryRunKeptMs
    throw new AppError('dry_run_quota_exceeded', { limit: ownMax, retryAfterSec: Math.max(1, Math.ceil((freeAtMs - nowMs) / 1_000)) })
  }
  const strangersMax = Math.floor((allMax * LIMITS.strangersPercent) / 100)
  if (all >= allMax || (stranger && strangers >= strangersMax)) throw new AppError('dry_runs_full', { retryAfterSec: 600 })
}
