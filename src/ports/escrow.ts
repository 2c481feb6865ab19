import type { AtomicUnits, JobId, Wallet } from '../domain/brands.ts'
import type { SignedTransaction, TransactionState } from '../domain/operation.ts'
import type { FollowedWallet } from './launchpad/wallet-history.ts'
import type { Refusals } from './refusals.ts'

/**
 * A way to pay workers, in simulated or devnet money. The storage's ledger records who is owed what; a rail only makes the transfer.
 * Every call may throw AppError upstream_unavailable: then no payout was signed, but what was sent may have landed, as the next call says.
 */
export interface EscrowRail {
  /** Wire value of `chainId`. */
  readonly chainId: string
  /** The ledger entry itself is the payout: no wallet pays. */
  readonly inLedger?: true
  /** The wallet that pays; absent where none does. */
  readonly payer?: FollowedWallet
  /** The smallest payout to a wallet that holds nothing yet. */
  readonly payoutAtomicMin: AtomicUnits
  /**
   * Signs the payout of a job's part without sending it; no transaction where the ledger entry is the payout. Payouts of two jobs or parts
   * are different transactions, even for equal amounts and wallets. Where the chain has one that paid this part, which a database brought
   * back from a backup does not know, that one is returned, and nothing is signed.
   */
  preparePayout(payout: {
    readonly jobId: JobId
    readonly part: number
    readonly worker: Wallet
    readonly amountAtomic: AtomicUnits
  }): Promise<readonly SignedTransaction[]>
  /** Sends the transactions that may be sent, the same bytes every time, and returns the state of each. @see Launchpad.advance */
  advance(transactions: readonly SignedTransaction[]): Promise<readonly TransactionState[]>
}

/** A node that serves a mainnet, or another chain than the rail's. */
const WRONG_CHAIN = ['mainnet_rail_not_allowed', 'escrow_rail_not_available'] as const

/** Errors of each method. */
export const ESCROW_RAIL_REFUSALS = {
  preparePayout: ['escrow_balance_too_low', ...WRONG_CHAIN],
  advance: WRONG_CHAIN,
} as const satisfies Refusals<EscrowRail>

/** The rails of this process. None is on a mainnet, and none can be added. */
export interface EscrowRails {
  readonly chainIds: readonly string[]
  /** The rail of this chain. */
  get(chainId: string): Promise<EscrowRail>
}

/** Errors of each method. */
export const ESCROW_RAILS_REFUSALS = { get: WRONG_CHAIN } as const satisfies Refusals<EscrowRails>
