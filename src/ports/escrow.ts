import type { AtomicUnits, PayoutId, Wallet } from '../domain/brands.ts'
import type { SignedTransaction, TransactionState } from '../domain/operation.ts'
import type { Refusals } from './refusals.ts'

/**
 * A place where workers are paid, with money that is worth nothing. The ledger of the storage holds who is owed what; a
 * rail only makes the transfer. Every call may throw AppError upstream_unavailable, after which nothing was paid.
 */
export interface EscrowRail {
  /** Wire value of `chainId`. */
  readonly chainId: string
  /** The ledger's own entry is the payout: no wallet pays. */
  readonly inLedger?: true
  /** The least that it can pay to a wallet that holds nothing yet. */
  readonly payoutMin: AtomicUnits
  /**
   * A payout, signed and not sent; no transaction where the ledger's entry is the payout. No two payouts are the same
   * transaction, whatever they pay to whom.
   * @throws AppError escrow_balance_too_low | mainnet_rail_not_allowed | escrow_rail_not_available
   */
  preparePayout(payout: {
    readonly payoutId: PayoutId
    readonly worker: Wallet
    readonly amount: AtomicUnits
  }): Promise<readonly SignedTransaction[]>
  /**
   * Sends what may be sent, the same bytes every time, and says what the chain knows of each. @see Launchpad.advance
   * @throws AppError mainnet_rail_not_allowed | escrow_rail_not_available
   */
  advance(transactions: readonly SignedTransaction[]): Promise<readonly TransactionState[]>
}

/** A node that is of a mainnet, or of another chain than the rail's. */
const WRONG_CHAIN = ['mainnet_rail_not_allowed', 'escrow_rail_not_available'] as const

/** What each of these may throw. */
export const ESCROW_RAIL_REFUSALS = {
  preparePayout: ['escrow_balance_too_low', ...WRONG_CHAIN],
  advance: WRONG_CHAIN,
} as const satisfies Refusals<EscrowRail>

/** The rails of this process. There is none on a mainnet, and no way to add one. */
export interface EscrowRails {
  readonly chainIds: readonly string[]
  /** @throws AppError mainnet_rail_not_allowed | escrow_rail_not_available */
  get(chainId: string): Promise<EscrowRail>
}

/** What each of these may throw. */
export const ESCROW_RAILS_REFUSALS = { get: WRONG_CHAIN } as const satisfies Refusals<EscrowRails>
