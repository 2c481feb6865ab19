import type { Mint, Signature, UnixMs, Wallet } from '../../domain/brands.ts'
import type { Refusals } from '../refusals.ts'

/** When and by which transactions a coin was created and its fees were locked. */
export interface CoinBeginnings {
  readonly signature: Signature
  readonly createHeight: number
  readonly createdAtMs: UnixMs
  readonly feeShareSignature: Signature
  readonly lockHeight: number
}

/** Coins as the chain has them, whoever made them. */
export interface PastCoins {
  /** Coins with a split that pays the wallet, or that it made as launcher; in the order of their mints. Throws where no node lists them. */
  list(wallet: Wallet, as: 'shareholder' | 'launcher'): Promise<readonly Mint[]>
  /** Of a coin whose split is locked. Throws upstream_unavailable when no node has its history from the first transaction on. */
  readBeginnings(mint: Mint): Promise<CoinBeginnings>
}

/** Errors of each method. */
export const PAST_COINS_REFUSALS = { list: [], readBeginnings: [] } as const satisfies Refusals<PastCoins>
