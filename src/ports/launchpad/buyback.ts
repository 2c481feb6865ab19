import type { Mint, Signature, Wallet } from '../../domain/brands.ts'
import type { BuybackOrder, BuybackQuote, BuybackReceipt } from '../../domain/buyback.ts'
import type { Refusals } from '../refusals.ts'
import type { Signer } from '../signer.ts'
import type { Prepared } from './launcher.ts'

/** Buybacks of a coin for the operator. */
export interface Buybacks {
  /** Quotes, builds, simulates and signs one transaction that buys the coin and, when asked to, burns what it bought. Nothing is sent. */
  prepare(order: BuybackOrder, payer: Signer): Promise<{ readonly prepared: Prepared; readonly quote: BuybackQuote }>
  /** The balance changes of `wallet` by a landed buyback; null while no node has the transaction. */
  readReceipt(mint: Mint, wallet: Wallet, signature: Signature): Promise<BuybackReceipt | null>
}

/** Errors of each method. */
export const BUYBACK_REFUSALS = {
  prepare: ['mint_unknown', 'coin_not_tradable', 'buyback_balance_too_low', 'balance_too_low', 'chain_refused'],
  readReceipt: [],
} as const satisfies Refusals<Buybacks>
