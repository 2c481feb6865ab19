import type { Caller } from '../../domain/api-key.ts'
import { type Lamports, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage.ts'

const DAY_MS = 24 * HOUR_MS

/**
 * Returns when the operator's wallet may pay `feeLamports` more today (UTC), for all and for this key; the operator and
 * the clock are held to the total alone. What the journal has of the day counts, sent or not: it must be called in the
 * transaction that writes the new row, and holds the budget's lock until that ends.
 *
 * @throws AppError crank_budget_exceeded
 * @see DESIGN 4 Crank
 */
export async function checkCrankBudget(
  { policy, clock, launchpads }: Pick<Deps, 'policy' | 'clock' | 'launchpads'>,
  tx: Repos,
  { caller, platform, feeLamports }: { caller: Caller; platform: string; feeLamports: Lamports },
): Promise<void> {
  await tx.lock('crank budget')
  const nowMs = clock.nowMs()
  const dayStartMs = unixMs(nowMs - (nowMs % DAY_MS))
  const { currency } = launchpads.facts(platform)
  const budget = currency === 'SOL' ? policy.crankDailyLamports : policy.crankDailyWei
  const platforms = launchpads.ids.filter((id) => launchpads.facts(id).currency === currency)
  const keyBudget = caller.operator ? budget : (budget * BigInt(LIMITS.crankKeyPercent)) / 100n
  const [spent, spentByKey] = [
    await tx.operations.operatorLamports(dayStartMs, null, platforms),
    await tx.operations.operatorLamports(dayStartMs, caller.keyId, platforms),
  ]
  if (spent + feeLamports <= budget && spentByKey + feeLamports <= keyBudget) return
  throw new AppError('crank_budget_exceeded', { retryAfterSec: Math.ceil((dayStartMs + DAY_MS - nowMs) / 1_000) })
}
