// node:crypto signs and verifies, about 60 times faster than JavaScript. This file adds what it lacks: raw 32- and 64-byte keys, and the
// refusal of points of small order.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { fromBase58 } from './bytes.ts'
import { Secret } from './secret.ts'

/** True when the text is base58 of exactly 32 bytes: the form of every Solana address. */
export const isAddress = (text: string): boolean => text.length >= 32 && text.length <= 44 && fromBase58(text)?.length === 32

/**
 * True for an address that can have a secret key: a point on the curve that is not of small order. Nobody can sign for any other address;
 * program addresses are such.
 */
export function canSign(address: string): boolean {
  const bytes = isAddress(address) ? fromBase58(address) : null
  return bytes !== null && !hasSmallOrder(bytes) && curve().isPoint(bytes)
}

/** True for an address that is a point on the curve; addresses that programs derive are none. */
export function isOnCurve(address: string): boolean {
  const bytes = isAddress(address) ? fromBase58(address) : null
  return bytes !== null && curve().isPoint(bytes)
}

// DER prefixes that turn a raw 32-byte key into the form node:crypto takes, which also refuses non-canonical signatures (S + L).
// @see RFC 8410
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** Loaded on first use, since it would slow the start; `require` caches it. */
const curve = () => require('./small-order.ts') as typeof import('./small-order.ts')

const hasSmallOrder = (point: Uint8Array): boolean => curve().hasSmallOrder(point)

/** Loads the curve checks now. Loading from source needs a file descriptor, and there may be none left when the first signature arrives. */
export function loadCurve(): void {
  try {
    curve()
  } catch {
    // Ignored: the first signature tries again.
  }
}

/**
 * True when `signature` is the 64-byte ed25519 signature of the message by the 32-byte public key. False for malformed input, and for a
 * key or signature with a point of small order, which anybody could make.
 */
export function verifyDetached(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  if (hasSmallOrder(publicKey) || hasSmallOrder(signature.subarray(0, 32))) return false
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, publicKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}

/** Both halves of an ed25519 key: `secretKey` is 64 bytes, the public key its last 32. */
export interface KeyPair {
  readonly publicKey: Uint8Array
  readonly secretKey: Secret<Uint8Array>
}

/** The key pair in 64 bytes of secret key, or null when its halves do not belong together. */
export function keyPairFromSecret(secretKey: Secret<Uint8Array>): KeyPair | null {
  const bytes = secretKey.reveal()
  if (bytes.length !== 64) return null
  const pair = keyPairFromSeed(new Secret(bytes.slice(0, 32)))
  return Buffer.from(pair.publicKey).equals(Buffer.from(bytes.slice(32))) ? pair : null
}

/** A new key pair, of 32 random bytes. */
export const newKeyPair = (randomBytes: (length: number) => Uint8Array): KeyPair => keyPairFromSeed(new Secret(randomBytes(32)))

/** 64-byte detached ed25519 signature of the message. */
export const signDetached = (message: Uint8Array, pair: KeyPair): Uint8Array =>
  new Uint8Array(sign(null, message, privateKeyOf(new Secret(pair.secretKey.reveal().slice(0, 32)))))

/** The key pair of 32 bytes of seed. */
export function keyPairFromSeed(seed: Secret<Uint8Array>): KeyPair {
  const der = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })
  const publicKey = new Uint8Array(der.subarray(PUBLIC_HEAD.length))
  return { publicKey, secretKey: new Secret(new Uint8Array(Buffer.concat([seed.reveal(), publicKey]))) }
}

const privateKeyOf = (seed: Secret<Uint8Array>): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed.reveal()]), format: 'der', type: 'pkcs8' })
