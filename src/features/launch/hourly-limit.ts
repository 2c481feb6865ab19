import type { Caller } from '../../domain/api-key.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import { retryAfterSec } from '../../domain/limits/retry-after-sec.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Throws unless the key may launch once more in this hour. With `offers`, unsigned launches that it was given in this hour and has not
 * submitted count too.
 */
export async function checkHourlyLimit(
  tx: Repos,
  { keyId, launchesPerHour: limit }: Caller,
  nowMs: UnixMs,
  { offers = false } = {},
): Promise<void> {
  if (limit === null) return
  await tx.lock(`launches ${keyId}`)
  const sinceMs = unixMs(nowMs - HOUR_MS)
  const ends = offers ? await tx.launchOffers.expiryTimes(keyId, unixMs(sinceMs + LIMITS.launchOfferMs)) : []
  const launched = await tx.operations.launchTimes(keyId, sinceMs)
  // An offer that may be handed back for longer counts for that much longer.
  const timesMs = [...launched, ...ends.map((endMs) => endMs - LIMITS.launchOfferMs)].toSorted((a, b) => a - b)
  if (timesMs.length < limit) return
  const freeAtMs = unixMs(timesMs[timesMs.length - limit]! + HOUR_MS)
  throw new AppError('launches_per_hour_exceeded', { limit, retryAfterSec: retryAfterSec(freeAtMs, nowMs) })
}
