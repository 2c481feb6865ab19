import { type AtomicUnits, atomicUnits, type Mint, unixMs } from '../../domain/brands.ts'
import { HOUR_MS } from '../../domain/limits.ts'
import type { CrankOperation } from '../../domain/operation.ts'
import type { Deps } from '../../ports/deps.ts'

type BackOffDeps = Pick<Deps, 'storage' | 'clock'>

/** How long the operator does not crank a coin again after an unproductive distribution, or one that lacked fees. */
export const WAIT_MS = 6 * HOUR_MS

/** More than any coin accrues, and still a valid stored amount. */
const NEVER_ATOMIC = atomicUnits(2n ** 62n)

/**
 * Stops the operator's cranks of a coin for a while, whatever it accrues. A transaction that failed in a block cost its fee, and a
 * recipient that fails there but not in simulation would cost it again and again; so would a coin with a recipient that cannot be paid,
 * whose waiting fees make every distribution look worthwhile.
 */
export async function backOffCoin({ storage, clock }: BackOffDeps, mint: Mint): Promise<void> {
  await storage.coinPasses.waitForFees(mint, { fromAtomic: NEVER_ATOMIC, untilMs: unixMs(clock.nowMs() + WAIT_MS) })
}

/** Backs off where this distribution failed in a block or paid less than half of the accrued amount. */
export async function backOffIfUnproductive(
  deps: BackOffDeps,
  { mint, failure, result }: CrankOperation,
  accruedAtomic: AtomicUnits,
): Promise<void> {
  const paidAtomic = atomicUnits(result?.distributed.amount ?? 0)
  const inVain = failure === null ? 2n * paidAtomic < accruedAtomic : failure.code === 'chain_refused'
  if (inVain) await backOffCoin(deps, mint)
}

/** True while the operator does not crank the coin whatever it accrues. */
export async function isBackedOff({ storage, clock }: BackOffDeps, mint: Mint): Promise<boolean> {
  const wait = await storage.coinPasses.findWait(mint)
  return wait !== null && wait.fromAtomic === NEVER_ATOMIC && wait.untilMs > clock.nowMs()
}
