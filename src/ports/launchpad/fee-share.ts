import type { Lamports, Mint, Signature, UnixMs, Wallet } from '../../domain/brands.ts'
import type { ChainCoin } from './coin.ts'
import type { Prepared } from './signing.ts'

/** What waits for a coin's shareholders: at least this much, from the cheapest reads there are. */
export interface AccruedFees {
  readonly mint: Mint
  readonly stage: ChainCoin['stage']
  readonly accruedLamports: Lamports
}

/** What one distribution paid, read from the transaction's own balance changes. */
export interface Distribution {
  readonly signature: Signature
  readonly slot: number
  /** Null when the chain does not say yet. */
  readonly atMs: UnixMs | null
  readonly payments: readonly { readonly wallet: Wallet; readonly lamports: Lamports }[]
}

/** A stretch of a coin's distributions, newest first. */
export interface DistributionPage {
  readonly distributions: readonly Distribution[]
  /** The newest transaction of the coin's history that was looked at; null when there was none. */
  readonly newest: Signature | null
  /** Where the next, older stretch begins; null at the end of the range. */
  readonly before: Signature | null
}

/** Either transactions that will pay, and what they take from their payer, rents included, or how many lamports are missing before one would. */
export type DistributionOffer =
  | { readonly prepared: Prepared; readonly feeLamports: Lamports; readonly missingLamports: null }
  | { readonly prepared: null; readonly missingLamports: Lamports }
