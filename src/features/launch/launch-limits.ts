import type { Caller } from '../../domain/api-key.ts'
import { type Lamports, lamports, type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { NO_BOUNDS, outOfBounds } from '../../domain/keys/key-bounds.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import { retryAfterSec } from '../../domain/limits/retry-after-sec.ts'
import { dayStartMs } from '../../domain/limits/utc-day.ts'
import { formatAmount } from '../../domain/money/currency.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Throws unless the key may launch once more in this hour, and within its bounds of this UTC day with an initial buy of so many lamports.
 * It is so for all replicas in the transaction that writes the launch, with the time at which that counts. With `offers`, unsigned
 * launches that it was given in this hour and has not submitted count too.
 */
export async function checkLaunchLimits(
  tx: Repos,
  caller: Caller,
  nowMs: UnixMs,
  { initialBuyLamports, offers = false }: { readonly initialBuyLamports: Lamports; readonly offers?: boolean },
): Promise<void> {
  const { keyId, launchesPerHour: limit } = caller
  if (limit === null) return
  await tx.lock(`launches ${keyId}`)
  await checkDay(tx, caller, nowMs, initialBuyLamports)
  const sinceMs = unixMs(nowMs - HOUR_MS)
  const ends = offers ? await tx.launchOffers.expiryTimes(keyId, unixMs(sinceMs + LIMITS.launchOfferMs)) : []
  const launched = await tx.operations.launchTimes(keyId, sinceMs)
  // An offer that may be handed back for longer counts for that much longer.
  const timesMs = [...launched, ...ends.map((endMs) => endMs - LIMITS.launchOfferMs)].toSorted((a, b) => a - b)
  if (timesMs.length < limit) return
  const freeAtMs = unixMs(timesMs[timesMs.length - limit]! + HOUR_MS)
  throw new AppError('launches_per_hour_exceeded', { limit, retryAfterSec: retryAfterSec(freeAtMs, nowMs) })
}

/** Throws unless one more launch with this initial buy fits into what the key may launch and spend in this UTC day. */
export async function checkDay(
  { operations }: Pick<Repos, 'operations'>,
  { keyId, bounds: { launchesPerDay, dailyBuyLamports } = NO_BOUNDS }: Pick<Caller, 'keyId' | 'bounds'>,
  nowMs: UnixMs,
  initialBuyLamports: Lamports,
): Promise<void> {
  const dayMs = dayStartMs(nowMs)
  if (launchesPerDay !== null && (await operations.launchTimes(keyId, unixMs(dayMs - 1))).length >= launchesPerDay)
    throw outOfBounds('launchesPerDay', `its ${launchesPerDay} launches of this day (UTC) are made`)
  if (dailyBuyLamports === null) return
  const left = dailyBuyLamports - (await operations.initialBuys(keyId, dayMs))
  if (initialBuyLamports > left)
    throw outOfBounds(
      'solPerDay',
      `of its SOL of this day (UTC) ${formatAmount(lamports(left < 0n ? 0n : left), 'SOL')} are left for initial buys, and this one is ${formatAmount(initialBuyLamports, 'SOL')}`,
    )
}
