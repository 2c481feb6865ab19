import type { Mint, Wallet } from '../../domain/brands.ts'
import type { LockPath } from '../../domain/lock-path.ts'
import type { SignedTransaction, UnsignedTransaction } from '../../domain/operation.ts'
import type { Refusals } from '../refusals.ts'
import type { CoinPlan } from './coin.ts'
import { FEE_SHARE_REFUSALS } from './fee-share.ts'
import { LAUNCHING_REFUSALS } from './launching.ts'

/** A complete launch for the client to sign. */
export interface UnsignedLaunch {
  readonly mint: Mint
  readonly lockPath: LockPath
  readonly transactions: readonly UnsignedTransaction[]
}

/** Launches and locks that the client signs. */
export interface Unsigned {
  /** As `prepareLaunch`, for a launcher and (where `clientHoldsMint`; null elsewhere) a mint whose keys the client holds. */
  prepare(plan: CoinPlan, launcher: Wallet, mint: Mint | null): Promise<UnsignedLaunch>
  /** As `feeShare.prepareLock`, for a launcher whose key the client holds. */
  prepareLock(mint: Mint, shareholders: CoinPlan['shareholders'], launcher: Wallet): Promise<readonly UnsignedTransaction[]>
  /**
   * Checks the transactions that the client signed, in the order of the offer; asks no chain.
   * @throws AppError signed_transaction_mismatch when a message differs from ours or a signature is missing
   */
  accept(unsigned: readonly UnsignedTransaction[], signedBase64: readonly string[]): SignedTransaction[] | Promise<SignedTransaction[]>
  /**
   * As `accept`, for wallets that send what they sign, at a fee of their own: found on chain by these hashes, in the order of the offer.
   * Absent where wallets hand back what they signed.
   * @throws AppError signed_transaction_mismatch when one does something else than ours, or no node has it
   */
  acceptSent?(unsigned: readonly UnsignedTransaction[], hashes: readonly string[]): Promise<SignedTransaction[]>
}

/** Errors of each method. */
export const UNSIGNED_REFUSALS = {
  prepare: ['wallet_invalid', 'mint_exists', ...LAUNCHING_REFUSALS.prepareLaunch],
  prepareLock: FEE_SHARE_REFUSALS.prepareLock,
  accept: ['signed_transaction_mismatch'],
  acceptSent: ['signed_transaction_mismatch'],
} as const satisfies Refusals<Unsigned>
