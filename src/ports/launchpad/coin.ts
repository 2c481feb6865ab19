import type { Bps, AtomicUnits, Mint, Wallet } from '../../domain/brands.ts'
import type { CoinStage } from '../../domain/coin.ts'

/**
 * What our record has of a coin. A chain that keeps only a fingerprint of the split checks the record against it, and
 * never takes the record's word.
 */
export interface CoinRecord {
  readonly shareholders: CoinPlan['shareholders']
  readonly launcher: Wallet
  readonly createHeight?: number
}

/** What is put on chain. The shareholders are in their final order and add to 10,000; empty leaves the fees unlocked (holder-KOL). */
export interface CoinPlan {
  readonly name: string
  readonly ticker: string
  readonly metadataUri: string
  readonly initialBuy: AtomicUnits
  readonly shareholders: readonly { readonly wallet: Wallet; readonly bps: Bps }[]
  /** Refuses every path in which a stranger could trade before the lock. */
  readonly atomicRequired: boolean
}

/** The coin's fee split as the chain has it. `locked`: version, status, revoked admin and creator all say so. */
export interface FeeShareState {
  readonly locked: boolean
  readonly shareholders: readonly { readonly wallet: Wallet; readonly bps: Bps }[]
}

/** A coin as the chain has it. */
export interface ChainCoin {
  readonly mint: Mint
  readonly creator: Wallet
  /** As the chain has them, where it has them. */
  readonly name?: string
  readonly ticker?: string
  /** Null when no split was ever configured. */
  readonly feeShare: FeeShareState | null
  readonly stage: CoinStage
  /** Creator fees that wait to be distributed, in every bucket of the coin. */
  readonly accrued: AtomicUnits
}
