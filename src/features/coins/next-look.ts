import { type AtomicUnits, type UnixMs, unixMs } from '../../domain/brands.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import type { CoinLook, LastLook } from '../../ports/storage/scheduling/coin-passes.ts'

/** A coin is looked at again after a sixteenth of the time in which nothing happened: in each pass while it is traded. */
const QUIET_SHARE = 16
/** Longest wait for the next look at a locked coin that nobody trades: with the time between two passes, within the hour. */
export const LOCKED_WAIT_MAX_MS = 50 * MINUTE_MS

/**
 * What is kept of a coin that a pass looked at now, and when it looks again: the longer nothing was accrued or paid out, the less often. A
 * pass that did not see what it has accrued goes by what others saw.
 *
 * @see decision "Quiet coins"
 */
export function nextLook(
  { mint, ...last }: LastLook,
  {
    accruedAtomic,
    nowMs,
    waitMaxMs,
  }: { readonly accruedAtomic?: AtomicUnits | undefined; readonly nowMs: UnixMs; readonly waitMaxMs: number },
): CoinLook {
  const changedToAtomic = accruedAtomic === undefined || accruedAtomic === last.accruedAtomic ? null : accruedAtomic
  const quietMs = changedToAtomic === null ? Math.max(0, nowMs - last.sinceMs) : 0
  const waitMs = Math.min(Math.ceil(quietMs / QUIET_SHARE), waitMaxMs)
  return { mint, changedToAtomic, dueAtMs: unixMs(nowMs + waitMs) }
}
