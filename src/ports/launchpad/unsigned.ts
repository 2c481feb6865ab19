import type { Mint, Wallet } from '../../domain/brands.ts'
import type { LockPath } from '../../domain/lock-path.ts'
import type { SignedTransaction, UnsignedTransaction } from '../../domain/operation.ts'
import type { CoinPlan } from './coin.ts'

/** A launch for other hands to sign, decided to the last byte. */
export interface UnsignedLaunch {
  readonly mint: Mint
  readonly lockPath: LockPath
  readonly transactions: readonly UnsignedTransaction[]
}

/** Launches whose launcher signs elsewhere. */
export interface Unsigned {
  /**
   * As `prepareLaunch`, for a launcher and (where `clientHoldsMint`; null elsewhere) a mint whose keys the client holds.
   * @throws AppError wallet_invalid | mint_exists, and as prepareLaunch
   */
  prepare(plan: CoinPlan, launcher: Wallet, mint: Mint | null): Promise<UnsignedLaunch>
  /**
   * The transactions that came back signed, in the order they went out; only checks, no chain.
   * @throws AppError signed_transaction_mismatch when a message differs from ours or a signature is missing
   */
  accept(unsigned: readonly UnsignedTransaction[], signedBase64: readonly string[]): SignedTransaction[] | Promise<SignedTransaction[]>
}
