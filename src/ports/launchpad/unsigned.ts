import type { Mint, Wallet } from '../../domain/brands.ts'
import type { LockPath } from '../../domain/lock-path.ts'
import type { SignedTransaction, UnsignedTransaction } from '../../domain/operation.ts'
import type { Refusals } from '../refusals.ts'
import type { CoinPlan } from './coin.ts'
import { LAUNCHING_REFUSALS } from './launching.ts'

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
   * @throws AppError wallet_invalid | mint_exists | operation_not_offered | atomic_not_possible | balance_too_low | launcher_busy |
   *   launch_refused
   */
  prepare(plan: CoinPlan, launcher: Wallet, mint: Mint | null): Promise<UnsignedLaunch>
  /**
   * The transactions that came back signed, in the order they went out; only checks, no chain.
   * @throws AppError signed_transaction_mismatch when a message differs from ours or a signature is missing
   */
  accept(unsigned: readonly UnsignedTransaction[], signedBase64: readonly string[]): SignedTransaction[] | Promise<SignedTransaction[]>
}

/** What each of these may throw. */
export const UNSIGNED_REFUSALS = {
  prepare: ['wallet_invalid', 'mint_exists', ...LAUNCHING_REFUSALS.prepareLaunch],
  accept: ['signed_transaction_mismatch'],
} as const satisfies Refusals<Unsigned>
