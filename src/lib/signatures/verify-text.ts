import { fromBase58 } from '../bytes.ts'
import { isAddress, verifyDetached } from '../ed25519.ts'
import { offchainEnvelopes } from './offchain-envelopes.ts'

/** A text that a wallet may have signed for the service at `host`. */
export interface SignedText {
  /** Base58. */
  readonly wallet: string
  readonly text: string
  readonly host: string
}

/**
 * True when one of the signatures is the wallet's over the text's UTF-8 bytes, plain or in one of Solana's off-chain envelopes, as
 * hardware wallets put around what they sign. Malformed input is false, never an exception.
 */
export function verifyText({ wallet, text, host }: SignedText, signatures: readonly Uint8Array[]): boolean {
  const publicKey = isAddress(wallet) ? fromBase58(wallet) : null
  if (publicKey === null) return false
  const messages = [new TextEncoder().encode(text), ...offchainEnvelopes(text, publicKey, host)]
  return signatures.some((signature) => messages.some((message) => verifyDetached(message, signature, publicKey)))
}
