import type { AtomicUnits, Mint, Wallet } from '../../domain/brands.ts'

/** What keys that were claimed with a KOL's code did in a month, `2026-11`. Wallets are those bound at claim. */
export interface ReferralRepo {
  /** Keys that were claimed, oldest month first; months without one are left out. */
  keysByMonth(wallet: Wallet): Promise<readonly { readonly month: string; readonly count: number }[]>
  /** Launches that created a coin. */
  launchesByMonth(wallet: Wallet): Promise<readonly { readonly month: string; readonly count: number }[]>
  /** What the wallet was paid in roles of which one is referrer. */
  remitsByMonth(
    wallet: Wallet,
  ): Promise<readonly { readonly month: string; readonly mint: Mint; readonly role: string; readonly amount: AtomicUnits }[]>
}
