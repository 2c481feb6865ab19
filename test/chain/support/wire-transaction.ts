import { createPublicKey, verify } from 'node:crypto'
import { type Transaction, getTransactionDecoder } from '@solana/kit'
import { VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'

export type TransactionVersion = 'legacy' | 0 | 1

/** A serialized transaction with what the chain needs to know of it. */
export interface WireTransaction {
  bytes: Uint8Array
  /** Base58 of the fee payer's signature: the transaction's id. */
  signature: string
  version: TransactionVersion
  message: VersionedTransaction['message']
  /** The same transaction as LiteSVM takes it. */
  transaction: Transaction
}

/** Most bytes the network carries: one packet for legacy and v0, 4,096 for v1. */
export const transactionBytesMax = (version: TransactionVersion): number => (version === 1 ? 4096 : 1232)

/** Reads a serialized transaction of any version; throws on bytes that are none. */
export function decodeWireTransaction(bytes: Uint8Array): WireTransaction {
  const { message, signatures } = VersionedTransaction.deserialize(bytes)
  const transaction = getTransactionDecoder().decode(bytes)
  return { bytes, signature: bs58.encode(signatures[0] ?? new Uint8Array(64)), version: message.version, message, transaction }
}

/** What stands before the bytes of a public key, so that the runtime reads it. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex')

const publicKeyOf = (address: string) =>
  createPublicKey({ key: Buffer.concat([ED25519_SPKI, bs58.decode(address)]), format: 'der', type: 'spki' })

/** True when every required signer signed exactly these message bytes. */
export function signaturesAreValid({ transaction }: WireTransaction): boolean {
  const message = Uint8Array.from(transaction.messageBytes)
  return Object.entries(transaction.signatures).every(
    ([signer, signature]) => signature !== null && verify(null, message, publicKeyOf(signer), Uint8Array.from(signature)),
  )
}
