import type { Wallet } from '../domain/brands.ts'

/** Signs for one wallet, whose key may be in this process or with somebody else. */
export interface Signer {
  readonly wallet: Wallet
  /**
   * The wallet's signature. On Solana it is of the message itself, 64 bytes of ed25519; on EVM chains of a hash of 32 bytes, 65 bytes: r,
   * the lower s, and the parity. A signature by any other key, or of anything else, is never returned. It may take seconds: no
   * transaction of the database may be open meanwhile. Throws upstream_unavailable when there is no signature in time: nothing was spent.
   */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** The wallet of this nonce, derived from the operator's EARNINGS_KEY: the same at each call, and for no other nonce. */
export type BurnWallets = (nonce: string) => Signer
