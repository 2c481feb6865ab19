import type { Caller } from '../../domain/api-key.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Counts one handing out of metadata for the caller in this hour of the clock, before it begins and whatever becomes of it: what is
 * refused or fails afterwards has cost the operator all the same.
 *
 * @throws AppError launches_per_hour_exceeded, and then it is not counted
 */
export async function countUpload(
  storage: { transaction<Value>(work: (tx: Repos) => Promise<Value>): Promise<Value> },
  { keyId, launchesPerHour }: Caller,
  nowMs: UnixMs,
): Promise<void> {
  if (launchesPerHour === null) return
  const limit = launchesPerHour * LIMITS.uploadsPerLaunch
  const hourMs = unixMs(nowMs - (nowMs % HOUR_MS))
  const id = `${keyId} ${hourMs}`
  await storage.transaction(async (tx) => {
    await tx.lock(`uploads ${keyId}`)
    const { ofCallerAtomic: count } = await tx.spending.spent('uploads', hourMs, { spendingClass: 'caller', caller: keyId })
    if (count >= BigInt(limit))
      throw new AppError('launches_per_hour_exceeded', { limit, retryAfterSec: Math.max(1, Math.ceil((hourMs + HOUR_MS - nowMs) / 1_000)) })
    // One row an hour, whatever its count.
    if (!(await tx.spending.insert({ id, budgetName: 'uploads', spendingClass: 'caller', caller: keyId, amountAtomic: 1n, atMs: nowMs })))
      await tx.spending.correct('uploads', id, count + 1n)
  })
}
