import type { AtomicUnits, Signature, Wallet } from '../../domain/brands.ts'
import type { Movement } from '../../domain/ledger/movement.ts'
import type { Posting } from '../../domain/ledger/posting.ts'
import type { Refusals } from '../refusals.ts'

/** A stretch of a wallet's history. */
export interface HistoryPage {
  /** Oldest first; those that changed nothing are among them. */
  readonly movements: readonly Movement[]
  /** What the wallet held before the first of them; without any, what it holds. */
  readonly beforeAtomic: AtomicUnits
  /** The newest transaction of the stretch; null when it is empty. */
  readonly readTo: Signature | null
  /** True when no final transaction is newer. */
  readonly complete: boolean
}

/** All that happened to a wallet, by whomever. Only what is final is told: no fork of the chain takes it back. */
export interface WalletHistory {
  /** Transactions of the wallet that are newer than `after` (null: from the oldest that the chain lists), at most `limit`. */
  read(wallet: Wallet, range: { readonly after: Signature | null; readonly limit: number }): Promise<HistoryPage>
  /** What the wallet holds, as of what is final. */
  finalBalanceOf(wallet: Wallet): Promise<AtomicUnits>
}

/** A wallet of the operator's whose ledger is kept, and who tells what happened to it. */
export interface FollowedWallet extends Pick<Posting, 'chainId' | 'wallet' | 'currency'> {
  readonly history: WalletHistory
}

/** Errors of each method. */
export const WALLET_HISTORY_REFUSALS = { read: [], finalBalanceOf: [] } as const satisfies Refusals<WalletHistory>
