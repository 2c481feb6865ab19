import type { Wallet } from '../brands.ts'

/** The handle of the wallet that buys the coin and burns it. No request can name a wallet of earnings so. */
export const BUY_AND_BURN = 'buy and burn'

/** The wallet of one coin that buys and burns it, and what it is derived from beside the service's secret. */
export interface BurnWallet {
  readonly nonce: string
  readonly wallet: Wallet
}

/** Stands for that wallet while none was drawn. */
export const BURN_UNDRAWN: BurnWallet = { nonce: '', wallet: BUY_AND_BURN as Wallet }
