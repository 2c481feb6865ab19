import nacl from 'tweetnacl'
import { fromBase58, fromBase64 } from './bytes.ts'

/** True when the text is base58 of exactly 32 bytes: the form of every Solana address. */
export const isAddress = (text: string): boolean => text.length >= 32 && text.length <= 44 && fromBase58(text)?.length === 32

/**
 * True when `signature` (base58, or base64) is an ed25519 signature of the message's UTF-8 bytes by the base58 `wallet`.
 * Malformed input is false, never an exception.
 */
export function verifySignature(wallet: string, message: string, signature: string): boolean {
  const publicKey = fromBase58(wallet)
  if (publicKey?.length !== 32) return false
  const base58 = fromBase58(signature)
  const bytes = base58?.length === 64 ? base58 : fromBase64(signature)
  if (bytes?.length !== 64) return false
  return nacl.sign.detached.verify(new TextEncoder().encode(message), bytes, publicKey)
}

/** Both halves of an ed25519 key: `secretKey` is 64 bytes, the public key its last 32. */
export interface KeyPair {
  readonly publicKey: Uint8Array
  readonly secretKey: Uint8Array
}

/** The key pair in 64 bytes of secret key, or null when its halves do not belong together. */
export function keyPairFromSecret(secretKey: Uint8Array): KeyPair | null {
  if (secretKey.length !== 64) return null
  const pair = nacl.sign.keyPair.fromSeed(secretKey.slice(0, 32))
  return Buffer.from(pair.publicKey).equals(Buffer.from(secretKey.slice(32))) ? pair : null
}

/** A new key pair from the system's random source. */
export const newKeyPair = (): KeyPair => nacl.sign.keyPair()

/** 64-byte detached ed25519 signature of the message. */
export const signDetached = (message: Uint8Array, pair: KeyPair): Uint8Array => nacl.sign.detached(message, pair.secretKey)

/** True when `signature` is an ed25519 signature of exactly these bytes by the base58 `wallet`. Malformed input is false. */
export function verifyDetached(wallet: string, message: Uint8Array, signature: Uint8Array): boolean {
  const publicKey = fromBase58(wallet)
  if (publicKey?.length !== 32 || signature.length !== 64) return false
  return nacl.sign.detached.verify(message, signature, publicKey)
}
