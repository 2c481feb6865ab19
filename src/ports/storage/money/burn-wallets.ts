import type { Mint, UnixMs, Wallet } from '../../../domain/brands.ts'

/** The wallet that buys and burns a coin with its part of the coin's earnings. */
export interface CoinBurnWallet {
  readonly mint: Mint
  readonly platform: string
  readonly wallet: Wallet
  /** What it is derived from, beside the service's secret. */
  readonly nonce: string
}

/** Such wallets, one a coin at most. */
export interface BurnWalletRepo {
  /** A second one of a coin changes nothing. */
  insert(wallet: CoinBurnWallet): Promise<void>
  /** Those that had no turn since then, who waited longest first. */
  listWaiting(sinceMs: UnixMs, limit: number): Promise<readonly CoinBurnWallet[]>
  /** Records a turn. */
  look(mint: Mint, nowMs: UnixMs): Promise<void>
  /** Those whose ledger was read longest ago first. */
  listUnbooked(limit: number): Promise<readonly CoinBurnWallet[]>
  /** Records that the ledger of these was read. */
  book(mints: readonly Mint[], nowMs: UnixMs): Promise<void>
}
