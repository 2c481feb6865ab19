import type { Mint, Signature, Wallet } from '../../domain/brands.ts'
import type { BuybackOrder, BuybackQuote, BuybackReceipt } from '../../domain/buyback.ts'
import type { Refusals } from '../refusals.ts'
import type { Launcher, Prepared } from './signing.ts'

/** Buying a coin back for the operator. */
export interface Buybacks {
  /**
   * Quotes, builds, simulates and signs one transaction that buys the coin, and burns what it bought when asked to. Nothing
   * is sent.
   * @throws AppError mint_unknown | coin_not_tradable | buyback_balance_too_low | balance_too_low | chain_refused
   */
  prepare(order: BuybackOrder, payer: Launcher): Promise<{ readonly prepared: Prepared; readonly quote: BuybackQuote }>
  /** What a landed buyback did to `wallet`; null while no node can tell. */
  readReceipt(mint: Mint, wallet: Wallet, signature: Signature): Promise<BuybackReceipt | null>
}

/** What each of these may throw. */
export const BUYBACK_REFUSALS = {
  prepare: ['mint_unknown', 'coin_not_tradable', 'buyback_balance_too_low', 'balance_too_low', 'chain_refused'],
  readReceipt: [],
} as const satisfies Refusals<Buybacks>
