import { type Lamports, type Mint, type Signature, type Wallet, lamports } from '../../../domain/brands.ts'
import type { SignedTransaction, TransactionStep } from '../../../domain/operation.ts'
import { fromBase58, fromBase64, toBase58, toBase64 } from '../../../lib/bytes.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { type KeyPair, signDetached, verifyDetached } from '../../../lib/ed25519.ts'
import { SIGNATURE_BYTES, type WireParts } from '../../chains/solana/accept-signed.ts'
import type { Share } from './tables/coin-table.ts'

/** One thing that a transaction does. A buy that names tokens buys just them, for so many lamports at most. */
export type Instruction =
  | { readonly kind: 'create'; readonly creator: Wallet; readonly name: string; readonly ticker: string; readonly metadataUri: string }
  | { readonly kind: 'lock'; readonly authority: Wallet; readonly shareholders: readonly Share[] }
  | { readonly kind: 'buy'; readonly wallet: Wallet; readonly lamports: Lamports; readonly tokens?: bigint }
  | { readonly kind: 'burn'; readonly wallet: Wallet; readonly tokens: bigint }
  | { readonly kind: 'distribute' }

/** What is signed: all of its instructions are about one coin, and are done together or not at all. */
export interface Message {
  /** Binds the message to this chain and to `lastValidBlockHeight`. */
  readonly blockhash: string
  readonly lastValidBlockHeight: number
  /** Makes two messages of the same content, in the same slot, two transactions. */
  readonly nonce: string
  /** The first one pays the fee. */
  readonly signers: readonly Wallet[]
  readonly mint: Mint
  readonly instructions: readonly Instruction[]
}

/** A transaction whose every signature was verified. */
export interface VerifiedTransaction {
  readonly signature: Signature
  readonly message: Message
}

/** Signs the message with one pair a signer, in order. The bytes are a count, the signatures and the message, as on Solana. */
export function signMessage(message: Message, pairs: readonly KeyPair[]): SignedTransaction {
  if (pairs.some((pair, index) => toBase58(pair.publicKey) !== message.signers[index]) || pairs.length !== message.signers.length) {
    throw new Error('signers and keys differ')
  }
  const body = new TextEncoder().encode(canonicalJson(message))
  const signatures = pairs.map((pair) => signDetached(body, pair))
  return {
    steps: message.instructions.map((instruction): TransactionStep => instruction.kind),
    signature: toBase58(signatures[0]!) as Signature,
    bytesBase64: toBase64(Buffer.concat([Uint8Array.of(signatures.length), ...signatures, body])),
    lastValidBlockHeight: message.lastValidBlockHeight,
  }
}

/** The message for other hands to sign: the same bytes, with zeros where the signatures go. */
export const unsignedBytesBase64 = (message: Message): string =>
  toBase64(
    Buffer.concat([
      Uint8Array.of(message.signers.length),
      new Uint8Array(message.signers.length * SIGNATURE_BYTES),
      new TextEncoder().encode(canonicalJson(message)),
    ]),
  )

/** The parts of a transaction in this form; null for any other bytes. */
export function readWire(bytes: Uint8Array): WireParts | null {
  const count = bytes[0] ?? 0
  const messageAt = 1 + count * SIGNATURE_BYTES
  if (count === 0 || bytes.length <= messageAt) return null
  const signatures = Array.from({ length: count }, (_, index) =>
    bytes.subarray(1 + index * SIGNATURE_BYTES, 1 + (index + 1) * SIGNATURE_BYTES),
  )
  return { message: bytes.subarray(messageAt), signatures }
}

/** The transaction in these bytes, or null when they are none, or any signature of it is missing or wrong. */
export function verifyTransaction(bytesBase64: string): VerifiedTransaction | null {
  const bytes = fromBase64(bytesBase64)
  const wire = bytes && readWire(bytes)
  if (!wire) return null
  const { message: body, signatures } = wire
  const message = parseMessage(body)
  if (message?.signers.length !== signatures.length) return null
  const genuine = message.signers.every((signer, index) => {
    const publicKey = fromBase58(signer)
    return publicKey !== null && verifyDetached(body, signatures[index]!, publicKey)
  })
  return genuine ? { signature: toBase58(signatures[0]!) as Signature, message } : null
}

// Only shapes that `signMessage` made pass the signature check of a message that matters, so the shape is trusted here.
function parseMessage(body: Uint8Array): Message | null {
  try {
    const message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Message
    return { ...message, instructions: message.instructions.map(withAmounts) }
  } catch {
    return null
  }
}

/** Amounts are texts in the bytes. */
function withAmounts(instruction: Instruction): Instruction {
  if (instruction.kind === 'burn') return { ...instruction, tokens: BigInt(instruction.tokens) }
  if (instruction.kind !== 'buy') return instruction
  const tokens = instruction.tokens === undefined ? {} : { tokens: BigInt(instruction.tokens) }
  return { ...instruction, lamports: lamports(instruction.lamports), ...tokens }
}
