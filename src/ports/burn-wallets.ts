import type { Signer } from './signer.ts'

/** The wallet of this nonce, derived from the operator's EARNINGS_KEY: the same at each call, and for no other nonce. */
export type BurnWallets = (nonce: string) => Signer
