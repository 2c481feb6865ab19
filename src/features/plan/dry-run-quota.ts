import type { Caller } from '../../domain/api-key.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { retryAfterSec, WAIT_SEC } from '../../domain/limits/retry-after-sec.ts'
import type { Policy } from '../../ports/policy.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Throws unless the quota allows one more unused dry-run. Call it in the transaction that stores one, after `lockQuotas`, so that the
 * caller's quota holds under concurrency.
 */
export async function checkDryRunQuota(
  { storage, policy }: { readonly storage: Pick<Repos, 'dryRuns'>; readonly policy: Pick<Policy, 'dryRunQuota'> },
  { keyId }: Caller,
  nowMs: UnixMs,
): Promise<void> {
  const { own: ownMax, all: allMax } = policy.dryRunQuota
  const { own, untrusted, all, firstExpiresAtMs, ownerUntrusted } = await storage.dryRuns.waiting(keyId)
  if (own >= ownMax) {
    const freeAtMs = unixMs((firstExpiresAtMs ?? nowMs) + LIMITS.dryRunRetentionMs)
    throw new AppError('dry_run_quota_exceeded', { limit: ownMax, retryAfterSec: retryAfterSec(freeAtMs, nowMs) })
  }
  const untrustedMax = Math.floor((allMax * OWN_LIMITS.untrustedPercent) / 100)
  if (all >= allMax || (ownerUntrusted && untrusted >= untrustedMax))
    throw new AppError('dry_runs_full', { retryAfterSec: WAIT_SEC.dryRunsOfAll })
}
