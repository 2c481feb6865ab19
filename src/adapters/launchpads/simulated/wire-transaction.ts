import { lamports, type Signature, tokenMicros, type Wallet } from '../../../domain/brands.ts'
import type { SignedTransaction, TransactionStep } from '../../../domain/operation.ts'
import { fromBase58, fromBase64, toBase58, toBase64 } from '../../../lib/bytes.ts'
import { type KeyPair, signDetached, verifyDetached } from '../../../lib/ed25519.ts'
import { SIGNATURE_BYTES, type WireParts } from '../../chains/solana/accept-signed.ts'
import { decodeMessage, encodeMessage } from './message-codec.ts'
import type { Instruction, Message } from './message.ts'

/** A transaction whose signatures were all verified. */
export interface VerifiedTransaction {
  readonly signature: Signature
  readonly message: Message
}

/**
 * Signs the message with one key pair per signer, in order. The bytes are a count, the signatures and the message, as on Solana.
 * @throws Error when the keys are not those of its signers
 */
export function signMessage(message: Message, pairs: readonly KeyPair[]): SignedTransaction {
  if (pairs.some((pair, index) => toBase58(pair.publicKey) !== message.signers[index]) || pairs.length !== message.signers.length) {
    throw new Error('signers and keys differ')
  }
  const body = encodeMessage(message)
  return signedMessage(
    message,
    pairs.map((pair) => signDetached(body, pair)),
  )
}

/** The transaction of a message and the signatures of its signers, in order. */
export const signedMessage = (message: Message, signatures: readonly Uint8Array[]): SignedTransaction => ({
  steps: message.instructions.map((instruction): TransactionStep => instruction.kind),
  signature: toBase58(signatures[0]!) as Signature,
  bytesBase64: toBase64(Buffer.concat([Uint8Array.of(signatures.length), ...signatures, encodeMessage(message)])),
  lastValidBlockHeight: message.lastValidBlockHeight,
})

/** The unsigned transaction for the client: the same bytes, with zeros as signatures. */
export const unsignedBytesBase64 = (message: Message): string =>
  toBase64(
    Buffer.concat([
      Uint8Array.of(message.signers.length),
      new Uint8Array(message.signers.length * SIGNATURE_BYTES),
      encodeMessage(message),
    ]),
  )

/** The parts of such a transaction; null for any other bytes. */
export function readWire(bytes: Uint8Array): WireParts | null {
  const count = bytes[0] ?? 0
  const messageAt = 1 + count * SIGNATURE_BYTES
  if (count === 0 || bytes.length <= messageAt) return null
  const signatures = Array.from({ length: count }, (_, index) =>
    bytes.subarray(1 + index * SIGNATURE_BYTES, 1 + (index + 1) * SIGNATURE_BYTES),
  )
  return { message: bytes.subarray(messageAt), signatures }
}

/** The transaction in these bytes, or null when they are invalid, or a signature is missing or wrong. */
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

/** First byte of a message of earlier versions, which were JSON: what was signed then still lands. */
const JSON_START = '{'.charCodeAt(0)

/** The message of a signed body; null for any other bytes. */
function parseMessage(body: Uint8Array): Message | null {
  try {
    if (body[0] !== JSON_START) return decodeMessage(body)
    const message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as EarlierMessage
    return { ...message, instructions: message.instructions.map(fromEarlier) }
  } catch {
    return null
  }
}

/** What those versions signed: amounts are strings in JSON, and those of tokens are named `tokens`. */
type EarlierInstruction =
  | Exclude<Instruction, { readonly kind: 'buy' | 'burn' }>
  | { readonly kind: 'buy'; readonly wallet: Wallet; readonly lamports: string; readonly tokens?: string }
  | { readonly kind: 'burn'; readonly wallet: Wallet; readonly tokens: string }

type EarlierMessage = Omit<Message, 'instructions'> & { readonly instructions: readonly EarlierInstruction[] }

function fromEarlier(instruction: EarlierInstruction): Instruction {
  if (instruction.kind === 'burn') return { kind: 'burn', wallet: instruction.wallet, tokenMicros: tokenMicros(instruction.tokens) }
  if (instruction.kind !== 'buy') return instruction
  const { kind, wallet, tokens } = instruction
  const exactly = tokens === undefined ? {} : { tokenMicros: tokenMicros(tokens) }
  return { kind, wallet, lamports: lamports(instruction.lamports), ...exactly }
}
