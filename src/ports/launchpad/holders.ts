import type { Mint, TokenMicros, Wallet } from '../../domain/brands.ts'
import type { Refusals } from '../refusals.ts'

/** A wallet that holds a coin. */
export interface Holder {
  readonly wallet: Wallet
  readonly tokenMicros: TokenMicros
}

/** The holders of a coin. */
export interface Holders {
  /** Owners of the largest balances, largest first, without curve and pool; at most 20. */
  listLargest(mint: Mint): Promise<Holder[]>
}

/** Errors of each method. */
export const HOLDERS_REFUSALS = { listLargest: [] } as const satisfies Refusals<Holders>
