import type { Bps, Mint } from '../../domain/brands.ts'
import type { CoinStage } from '../../domain/coin.ts'
import type { CoinPrice } from '../../domain/money/coin-price.ts'
import type { Refusals } from '../refusals.ts'

/** What a coin trades at, and where. */
export interface CoinMarket extends CoinPrice {
  readonly mint: Mint
  readonly stage: CoinStage
  /** How much of what the curve has to sell is sold; null where coins do not graduate. */
  readonly progressBps: Bps | null
}

/** What coins trade at, from the chain's own accounts. */
export interface Markets {
  /**
   * One entry per mint, in order, null for a mint that is no coin of this launchpad, or that trades nowhere; at most 100 mints, in a fixed
   * number of reads.
   */
  read(mints: readonly Mint[]): Promise<(CoinMarket | null)[]>
}

/** Errors of each method. */
export const MARKETS_REFUSALS = { read: [] } as const satisfies Refusals<Markets>
