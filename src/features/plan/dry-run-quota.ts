import type { Caller } from '../../domain/api-key.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { retryAfterSec, WAIT_SEC } from '../../domain/limits/retry-after-sec.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Policy } from '../../ports/policy.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** The part of a quota that is for whoever claims a key or pays. */
export const untrustedPart = (allMax: number): number => Math.floor((allMax * OWN_LIMITS.untrustedPercent) / 100)

interface DryRunQuotaDeps {
  readonly storage: Pick<Repos, 'dryRuns' | 'keys'>
  readonly policy: Pick<Policy, 'dryRunQuota'>
}

/**
 * Throws unless the quotas of the caller and of all allow one more unused dry-run.
 */
export async function checkDryRunQuotas(
  deps: DryRunQuotaDeps & { readonly rooms: Pick<Deps['rooms'], 'dryRuns'> },
  caller: Caller,
  nowMs: UnixMs,
): Promise<void> {
  await checkOwnDryRuns(deps, caller, nowMs)
  const { all } = deps.policy.dryRunQuota
  const most = { all, untrusted: untrustedPart(all) }
  const taken = await deps.rooms.dryRuns.takenBeside(1, most, () => deps.storage.dryRuns.waitingOfAll())
  if (!taken) return
  if (taken.all < most.all && (taken.untrusted < most.untrusted || !(await deps.storage.keys.isUntrusted(caller.keyId)))) return
  throw new AppError('dry_runs_full', { retryAfterSec: WAIT_SEC.dryRunsOfAll })
}

/**
 * Throws unless the caller's own quota allows one more. Call it in the transaction that stores one, after `lockQuotas`, so that the
 * quota holds under concurrency.
 */
export async function checkOwnDryRuns({ storage, policy }: DryRunQuotaDeps, { keyId }: Caller, nowMs: UnixMs): Promise<void> {
  const { own: ownMax } = policy.dryRunQuota
  const { own, firstExpiresAtMs } = await storage.dryRuns.waitingOf(keyId)
  if (own < ownMax) return
  const freeAtMs = unixMs((firstExpiresAtMs ?? nowMs) + OWN_LIMITS.dryRunRetentionMs)
  throw new AppError('dry_run_quota_exceeded', { limit: ownMax, retryAfterSec: retryAfterSec(freeAtMs, nowMs) })
}
