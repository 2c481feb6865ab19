import { VersionedTransaction } from '@solana/web3.js'
import type { Mint, Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { SignedTransaction, TransactionStep } from '../../../domain/operation.ts'
import { fromBase58, fromBase64, toBase64 } from '../../../lib/bytes.ts'
import { isAddress, verifyDetached } from '../../../lib/ed25519.ts'
import type { CoinPlan, UnsignedLaunch, UnsignedTransaction } from '../../../ports/launchpad.ts'
import { draftLaunch } from './prepare-launch.ts'
import type { PumpContext } from './pump-context.ts'
import { signedTransaction } from './signing.ts'
import { toWire } from './transaction-draft.ts'

const SIGNATURE_BYTES = 64

const PURPOSES: Record<TransactionStep, string> = {
  'lookup-table': 'make a lookup table for this launch',
  create: 'create the coin',
  lock: 'lock the fee split',
  buy: 'buy for the launcher',
  distribute: 'pay the creator fees out',
  transfer: 'pay the block engine',
}

/**
 * The launch for the client to sign with launcher and mint. Wallets in browsers do not all read version 1 transactions
 * yet, so that path is left out.
 *
 * @throws AppError wallet_invalid, and as prepareLaunch
 */
export async function prepareUnsignedLaunch(context: PumpContext, plan: CoinPlan, launcher: Wallet, mint: Mint): Promise<UnsignedLaunch> {
  if (!isAddress(mint)) throw new AppError('wallet_invalid', { field: 'mintPubkey' })
  if (!isAddress(launcher) || launcher === (mint as string)) throw new AppError('wallet_invalid', { field: 'launcherPubkey' })
  const allowed = context.allowedPaths.filter((path) => path !== 'atomic-v1')
  const { route, view } = await draftLaunch(context, plan, launcher, mint, allowed)
  return {
    mint,
    lockPath: route.lockPath,
    transactions: route.transactions.map(({ steps, draft, bundle }) => ({
      steps,
      bytesBase64: toBase64(
        toWire(
          draft,
          draft.signers.map(() => new Uint8Array(SIGNATURE_BYTES)),
        ),
      ),
      signers: draft.signers as Wallet[],
      purpose: steps.map((step) => PURPOSES[step]).join(', '),
      lastValidBlockHeight: view.blockhash.lastValidBlockHeight,
      ...(bundle === undefined ? {} : { bundle }),
    })),
  }
}

/**
 * The signed transactions, once each message is ours byte for byte and every signer has signed it.
 *
 * @throws AppError signed_transaction_mismatch that names the first one that is not
 */
export function acceptSigned(unsigned: readonly UnsignedTransaction[], signedBase64: readonly string[]): SignedTransaction[] {
  if (signedBase64.length !== unsigned.length) {
    throw refused(
      Math.min(signedBase64.length, unsigned.length),
      `${unsigned.length} transactions were expected, ${signedBase64.length} came`,
    )
  }
  return unsigned.map((ours, place) => {
    const { message, version } = readWire(fromBase64(ours.bytesBase64)) ?? {}
    if (!message || version === undefined) throw new Error('a stored unsigned transaction is readable')
    const theirs = readWire(fromBase64(signedBase64[place]!))
    if (!theirs || !Buffer.from(theirs.message).equals(Buffer.from(message))) throw refused(place, 'its message differs')
    const unsignedBy = ours.signers.find((signer, index) => !signedBy(signer, message, theirs.signatures[index]))
    if (unsignedBy !== undefined) throw refused(place, `the signature of ${unsignedBy} is missing or invalid`)
    const { steps, lastValidBlockHeight, bundle } = ours
    const signatures = theirs.signatures.slice(0, ours.signers.length)
    return signedTransaction({ steps, draft: { version, message }, signatures, lastValidBlockHeight, bundle })
  })
}

function signedBy(signer: string, message: Uint8Array, signature: Uint8Array | undefined): boolean {
  const publicKey = fromBase58(signer)
  return publicKey !== null && signature !== undefined && verifyDetached(message, signature, publicKey)
}

const refused = (place: number, reason: string): AppError =>
  new AppError(
    'signed_transaction_mismatch',
    { place: place + 1, reason },
    { fields: [{ path: `/transactions/${place}`, message: reason }] },
  )

interface Wire {
  readonly version: 0 | 1
  readonly message: Uint8Array
  readonly signatures: readonly Uint8Array[]
}

function readWire(bytes: Uint8Array | null): Wire | null {
  if (!bytes) return null
  try {
    const { message, signatures } = VersionedTransaction.deserialize(bytes)
    if (message.version === 'legacy') return null
    const signaturesBytes = signatures.length * SIGNATURE_BYTES
    // Cut out of the bytes as they came: a message that is parsed and written again could hide a difference.
    return message.version === 1
      ? { version: 1, message: bytes.slice(0, -signaturesBytes), signatures }
      : { version: 0, message: bytes.slice(1 + signaturesBytes), signatures }
  } catch {
    return null
  }
}
