import type { ApiKey } from '../../domain/api-key.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import { retryAfterSec } from '../../domain/limits/retry-after-sec.ts'
import type { Deps } from '../../ports/deps.ts'
import { findReferral } from '../referrals/find-referral.ts'
import { makeKey, type NewKey } from './mint-key.ts'
import type { ClientBuckets } from '../../domain/limits/client-buckets.ts'

/** Throws unless one more claim is within the limit. */
function checkClaims(times: readonly UnixMs[], limit: number, nowMs: UnixMs): void {
  if (times.length < limit) return
  const freeAtMs = unixMs(times[times.length - limit]! + HOUR_MS)
  throw new AppError('claims_exceeded', { limit, retryAfterSec: retryAfterSec(freeAtMs, nowMs) })
}

/**
 * Makes a key for whoever asks: at most 5 in any hour from one address, and 50 from one site of IPv6, counted in the database,
 * under a lock. A referral code is bound to it for good.
 *
 * @see rules 2.6, 4.2, 8
 */
export async function claimKey(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  request: Pick<ApiKey, 'label' | 'agentName' | 'model' | 'bounds'> & {
    readonly referralCode: string | null
    readonly client: ClientBuckets
  },
): Promise<NewKey> {
  const { storage, clock } = deps
  const { referralCode, client, ...labels } = request
  const referral = referralCode === null ? null : await findReferral(deps, referralCode)
  const made = makeKey(deps, { ...labels, referral, launchesPerHour: LIMITS.launchesPerHourDefault, requireApproval: false, ops: false })
  await storage.transaction(async (tx) => {
    // The larger network is locked first by every claim, so that two claims cannot deadlock.
    if (client.site !== null) await tx.lock(`claim ${client.site}`)
    await tx.lock(`claim ${client.bucket}`)
    const nowMs = clock.nowMs()
    const perAddress = LIMITS.claimsPerHourPerAddress
    const claims = await tx.keys.claimTimes({ claimAddress: client.bucket }, unixMs(nowMs - HOUR_MS))
    checkClaims(claims, perAddress, nowMs)
    if (client.site !== null) {
      const ofSite = await tx.keys.claimTimes({ claimSite: client.site }, unixMs(nowMs - HOUR_MS))
      checkClaims(ofSite, perAddress * LIMITS.callsPerSite, nowMs)
    }
    await tx.keys.insert(made.key, { hash: made.hash, claimAddress: client.bucket, claimSite: client.site })
  })
  return made
}
