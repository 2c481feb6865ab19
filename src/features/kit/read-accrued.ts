import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { type AtomicUnits, atomicUnits, type Mint } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { treasuryShare } from '../../domain/kit/kit.ts'
import type { Deps } from '../../ports/deps.ts'

/** A coin, and what of its fees is the treasury's. */
export interface Accrued {
  readonly coin: Coin
  readonly accrued: AtomicUnits
}

/**
 * The treasury's share of everything that accrued to a coin: what was paid out, and what waits in its vaults. Never more
 * than is true: what was paid is read before what waits, so that a distribution in between counts once at most. Fees that
 * nothing locks are the creator's, and count for nothing. Null for an unknown coin.
 *
 * @throws AppError upstream_unavailable
 * @see rules 3.3
 */
export async function readAccrued({ storage, launchpads }: Pick<Deps, 'storage' | 'launchpads'>, mint: Mint): Promise<Accrued | null> {
  const coin = await storage.coins.find(mint)
  if (!coin) return null
  if (coin.currency !== PRICED_CURRENCY) return { coin, accrued: accruedWithoutChain(coin) }
  const waiting = coin.feeShareLocked ? await (await launchpads.get(coin.platform)).feeShare?.readAccrued([mint]) : undefined
  const fees = coin.paid + (waiting?.[0]?.accrued ?? 0n)
  return { coin, accrued: treasuryShare(fees, coin.treasuryBps) }
}

/** What was paid out alone, for when the chain does not answer. Fees in a currency without a price count for nothing. */
export const accruedWithoutChain = ({ currency, paid, treasuryBps }: Coin): AtomicUnits =>
  currency === PRICED_CURRENCY ? treasuryShare(paid, treasuryBps) : atomicUnits(0)
