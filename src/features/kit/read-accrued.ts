import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { type AtomicUnits, atomicUnits, type Mint } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { treasuryShare } from '../../domain/kit/kit.ts'
import type { Deps } from '../../ports/deps.ts'

/** A coin, and the treasury's part of its fees. */
export interface Accrued {
  readonly coin: Coin
  readonly accruedAtomic: AtomicUnits
}

/**
 * The treasury's share of everything that a coin accrued: paid out, and waiting in its vaults. Never too much: the paid amount is read
 * before the waiting one, so that a distribution in between is counted at most once. Fees that are not locked belong to the creator and
 * do not count. Null for an unknown coin.
 *
 * @see rules 3.3
 */
export async function readAccrued({ storage, launchpads }: Pick<Deps, 'storage' | 'launchpads'>, mint: Mint): Promise<Accrued | null> {
  const coin = await storage.coins.find(mint)
  if (!coin) return null
  if (coin.currency !== PRICED_CURRENCY) return { coin, accruedAtomic: accruedWithoutChain(coin) }
  const waiting = coin.feeShareLocked ? await (await launchpads.get(coin.platform)).feeShare?.readAccrued([mint]) : undefined
  const feesAtomic = atomicUnits(coin.paidAtomic + (waiting?.[0]?.accruedAtomic ?? 0n))
  return { coin, accruedAtomic: treasuryShare(feesAtomic, coin.treasuryBps) }
}

/** The paid part only, for when the chain does not answer. Fees in a currency without a price do not count. */
export const accruedWithoutChain = ({ currency, paidAtomic, treasuryBps }: Coin): AtomicUnits =>
  currency === PRICED_CURRENCY ? treasuryShare(paidAtomic, treasuryBps) : atomicUnits(0)
