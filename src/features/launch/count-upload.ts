import type { Caller } from '../../domain/api-key.ts'
import { type UnixMs, unixMs, atomicUnits } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { HOUR_MS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { retryAfterSec } from '../../domain/limits/retry-after-sec.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Counts one metadata upload for the caller in this hour, before it begins and whatever its outcome: a launch that is refused afterwards
 * has cost the operator the same.
 *
 * @throws AppError launches_per_hour_exceeded, and then it is not counted
 */
export async function countUpload(
  storage: { transaction<Value>(work: (tx: Repos) => Promise<Value>): Promise<Value> },
  { keyId, launchesPerHour }: Caller,
  nowMs: UnixMs,
): Promise<void> {
  if (launchesPerHour === null) return
  const limit = launchesPerHour * OWN_LIMITS.uploadsPerLaunch
  const hourMs = unixMs(nowMs - (nowMs % HOUR_MS))
  const id = `${keyId} ${hourMs}`
  await storage.transaction(async (tx) => {
    await tx.lock(`uploads ${keyId}`)
    const { ofCallerAtomic } = await tx.spending.spent('uploads', hourMs, { spendingClass: 'caller', caller: keyId })
    if (ofCallerAtomic >= BigInt(limit))
      throw new AppError('launches_per_hour_exceeded', { limit, retryAfterSec: retryAfterSec(unixMs(hourMs + HOUR_MS), nowMs) })
    // One row per hour, updated with the count.
    const first = { id, budgetName: 'uploads', spendingClass: 'caller', caller: keyId, amountAtomic: atomicUnits(1), atMs: nowMs } as const
    if (await tx.spending.insert(first)) return
    if (!(await tx.spending.correct({ ...first, amountAtomic: ofCallerAtomic }, atomicUnits(ofCallerAtomic + 1n))))
      throw new Error(`the uploads of ${id} are not counted`)
  })
}
