import type { AtomicUnits, Mint, Signature, UnixMs, Wallet } from '../../domain/brands.ts'
import type { CoinPrice } from '../../domain/money/coin-price.ts'
import type { TradeSide } from '../simulation.ts'

/** Somebody bought a coin, or sold it. */
export interface CoinTrade {
  /** No other trade of the coin has it. */
  readonly id: string
  /** Null where the chain has none of trades. */
  readonly signature: Signature | null
  readonly wallet: Wallet
  readonly side: TradeSide
  /** What it came to before the fees. */
  readonly quoteAtomic: AtomicUnits
  readonly tokenMicros: CoinPrice['tokenMicros']
  readonly creatorFeeAtomic: AtomicUnits
  /** What the coin cost right after it. */
  readonly price: Pick<CoinPrice, 'quoteAtomic' | 'tokenMicros'>
  readonly height: number
  readonly atMs: UnixMs
}

/** The newest trades of a coin. */
export interface TradePage {
  /** Newest first. */
  readonly trades: readonly CoinTrade[]
  /** None is missing between these and the one that was known; without one, the first of the coin is among them. */
  readonly complete: boolean
}

/** The trades of a coin as its chain has them, by whomever and wherever they were made. */
export interface Trades {
  /**
   * They lie in the service's own memory: a list of coins may ask for those of each. The number of a coin's newest, 0 before the first:
   * what was read of the coin at another number is old.
   */
  readonly newestAtHand?: (mint: Mint) => number
  /** Trades newer than `after` (null: any), in at most `limit` transactions. */
  listNewest(mint: Mint, range: { readonly after: CoinTrade | null; readonly limit: number }): Promise<TradePage>
}
