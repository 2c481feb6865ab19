import type { Signature } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { SignedTransaction, UnsignedTransaction } from '../../../domain/operation.ts'
import { fromBase58, fromBase64, toBase58, toBase64 } from '../../../lib/bytes.ts'
import { verifyDetached } from '../../../lib/ed25519.ts'

/** Bytes of an ed25519 signature. */
export const SIGNATURE_BYTES = 64

/** A transaction split into its parts, uninterpreted. */
export interface WireParts {
  /** The signed message, cut from the original bytes: parsing and serializing it again could hide a difference. */
  readonly message: Uint8Array
  /** In the order of the signers, the payer's first. */
  readonly signatures: readonly Uint8Array[]
}

/** Splits a platform's transaction; null for anything else. */
export type WireReader = (bytes: Uint8Array) => WireParts | null

/**
 * The signed transactions, once each message equals ours byte for byte and every signer has signed it.
 *
 * @throws AppError signed_transaction_mismatch that names the first one that does not
 */
export function acceptSigned(
  read: WireReader,
  unsigned: readonly UnsignedTransaction[],
  signedBase64: readonly string[],
): SignedTransaction[] {
  if (signedBase64.length !== unsigned.length) {
    const index = Math.min(signedBase64.length, unsigned.length)
    throw refused(index, `${unsigned.length} transactions were expected, ${signedBase64.length} came`)
  }
  return unsigned.map((ours, index) => {
    const handedOut = readText(read, ours.bytesBase64)
    if (!handedOut) throw new Error('a stored unsigned transaction is readable')
    const bytes = fromBase64(signedBase64[index]!)
    const theirs = bytes && read(bytes)
    const same = theirs?.signatures.length === ours.signers.length && Buffer.from(theirs.message).equals(Buffer.from(handedOut.message))
    if (!bytes || !theirs || !same) throw refused(index, 'its message differs')
    const missing = ours.signers.find((signer, index) => !isSignedBy(signer, theirs.message, theirs.signatures[index]!))
    if (missing !== undefined) throw refused(index, `the signature of ${missing} is missing or invalid`)
    const { steps, lastValidBlockHeight, bundle } = ours
    return {
      steps,
      signature: toBase58(theirs.signatures[0]!) as Signature,
      bytesBase64: toBase64(bytes),
      lastValidBlockHeight,
      ...(bundle === undefined ? {} : { bundle }),
    }
  })
}

function readText(read: WireReader, bytesBase64: string): WireParts | null {
  const bytes = fromBase64(bytesBase64)
  return bytes && read(bytes)
}

function isSignedBy(signer: string, message: Uint8Array, signature: Uint8Array): boolean {
  const publicKey = fromBase58(signer)
  return publicKey !== null && verifyDetached(message, signature, publicKey)
}

const refused = (index: number, reason: string): AppError =>
  new AppError(
    'signed_transaction_mismatch',
    { position: index + 1, reason },
    { fields: [{ path: `/transactions/${index}`, message: reason }] },
  )
