import type { Lamports, Mint, TokenMicros, Wallet } from '../../../domain/brands.ts'
import type { Share } from './tables/coin-table.ts'

/** An instruction. A buy that names tokens buys exactly them, for at most so many lamports. */
export type Instruction =
  | { readonly kind: 'create'; readonly creator: Wallet; readonly name: string; readonly ticker: string; readonly metadataUri: string }
  | { readonly kind: 'lock'; readonly authority: Wallet; readonly shareholders: readonly Share[] }
  | { readonly kind: 'buy'; readonly wallet: Wallet; readonly lamports: Lamports; readonly tokenMicros?: TokenMicros }
  | { readonly kind: 'burn'; readonly wallet: Wallet; readonly tokenMicros: TokenMicros }
  | { readonly kind: 'distribute' }

/** The signed message: its instructions concern one coin, and are executed together or not at all. */
export interface Message {
  /** Ties the message to this chain, as its expiry is to `lastValidBlockHeight`. */
  readonly blockhash: string
  readonly lastValidBlockHeight: number
  /** Makes two messages with the same content in the same slot different transactions. Hex. */
  readonly nonce: string
  /** The first one pays the fee. */
  readonly signers: readonly Wallet[]
  readonly mint: Mint
  readonly instructions: readonly Instruction[]
}
