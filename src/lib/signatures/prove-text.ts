import { fromBase58, toBase64 } from '../bytes.ts'
import { isAddress, verifyDetached } from '../ed25519.ts'
import { offchainEnvelopes } from './offchain-envelopes.ts'

/** A text that a wallet may have signed for the service at `host`. */
export interface SignedText {
  /** Base58. */
  readonly wallet: string
  readonly text: string
  readonly host: string
}

/** The very bytes that a wallet signed, and its signature, both in base64. */
export interface SignatureProof {
  readonly message: string
  readonly signature: string
}

/**
 * What proves that one of the signatures is the wallet's over the text's UTF-8 bytes, plain or in one of Solana's off-chain envelopes, as
 * hardware wallets put around what they sign; null when none is. Malformed input is null, never an exception.
 */
export function proveText({ wallet, text, host }: SignedText, signatures: readonly Uint8Array[]): SignatureProof | null {
  const publicKey = isAddress(wallet) ? fromBase58(wallet) : null
  if (publicKey === null) return null
  const messages = [new TextEncoder().encode(text), ...offchainEnvelopes(text, publicKey, host)]
  for (const signature of signatures) {
    const message = messages.find((one) => verifyDetached(one, signature, publicKey))
    if (message) return { message: toBase64(message), signature: toBase64(signature) }
  }
  return null
}
