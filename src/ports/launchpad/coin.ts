import type { Bps, AtomicUnits, Mint, Wallet } from '../../domain/brands.ts'
import type { CoinStage } from '../../domain/coin.ts'

/** Our record of a coin. A chain that stores only a hash of the split checks the record against it, and never trusts the record. */
export interface CoinRecord {
  readonly shareholders: CoinPlan['shareholders']
  readonly launcher: Wallet
  /** 0 where the coin was not created here. */
  readonly createHeight?: number
  readonly lockHeight?: number | null
}

/** What is put on chain. The shareholders are in their final order and add to 10,000; empty leaves the fees unlocked (holder-KOL). */
export interface CoinPlan {
  readonly name: string
  readonly ticker: string
  readonly metadataUri: string
  /** For chains that keep the picture's address beside the metadata's; null for a coin without one. */
  readonly imageUri?: string | null
  readonly initialBuyAtomic: AtomicUnits
  readonly shareholders: readonly { readonly wallet: Wallet; readonly bps: Bps }[]
  /** Refuses every launch path in which others could trade before the lock. */
  readonly atomicRequired: boolean
}

/** The coin's fee split on chain. `locked`: version, status, revoked admin and creator all confirm it. */
export interface FeeShareState {
  readonly locked: boolean
  readonly shareholders: readonly { readonly wallet: Wallet; readonly bps: Bps }[]
}

/** A coin on chain. */
export interface ChainCoin {
  readonly mint: Mint
  readonly creator: Wallet
  /** As on chain, where the chain stores them. */
  readonly name?: string
  readonly ticker?: string
  /** Who gets the creator fees in the creator's place, for good, by a choice of its launch or of the launchpad. */
  readonly feeReceivers?: 'its holders' | 'its traders'
  /** Null when no split was ever configured. */
  readonly feeShare: FeeShareState | null
  readonly stage: CoinStage
  /** Undistributed creator fees, in every vault of the coin. */
  readonly accruedAtomic: AtomicUnits
}
