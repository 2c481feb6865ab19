import type { AtomicUnits, Mint, Wallet } from '../../domain/brands.ts'
import type { PaidRole } from '../../domain/crew/role.ts'

/** Activity of keys that were claimed with a KOL's code, by month (`2026-11`). Wallets are those bound at claim. */
export interface ReferralRepo {
  /** Keys that were claimed, oldest month first; months without one are left out. */
  keysByMonth(wallet: Wallet): Promise<readonly { readonly month: string; readonly count: number }[]>
  /** Launches that created a coin. */
  launchesByMonth(wallet: Wallet): Promise<readonly { readonly month: string; readonly count: number }[]>
  /** Payments to the wallet in roles that include referrer. */
  remitsByMonth(
    wallet: Wallet,
  ): Promise<readonly { readonly month: string; readonly mint: Mint; readonly role: PaidRole; readonly amountAtomic: AtomicUnits }[]>
}
