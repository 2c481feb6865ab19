import { type AtomicUnits, atomicUnits, type Mint } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinShare } from '../../ports/storage/money/earnings.ts'
import { readChain } from '../coins/read-chain.ts'

/**
 * What a wallet has coming from each of these coins, at least: its share of what the chain holds undistributed. A coin that is not locked
 * shares nothing, and one that its launchpad does not know is left out. Null when the chain does not answer. At most 100 coins.
 */
export async function readUnpaid(
  deps: Pick<Deps, 'launchpads' | 'log'>,
  coins: readonly CoinShare[],
): Promise<ReadonlyMap<Mint, AtomicUnits> | null> {
  const locked = coins.filter(({ feeShareLocked }) => feeShareLocked)
  try {
    const accrued = new Map((await readChain(deps, locked)).map((fees) => [fees.mint, fees.accruedAtomic]))
    return new Map(
      coins.flatMap(({ mint, bps, feeShareLocked }) => {
        const waitingAtomic = feeShareLocked ? accrued.get(mint) : 0n
        return waitingAtomic === undefined ? [] : [[mint, atomicUnits((waitingAtomic * BigInt(bps)) / 10_000n)] as const]
      }),
    )
  } catch (error) {
    deps.log.warn('unpaid fees not read', { error })
    return null
  }
}
