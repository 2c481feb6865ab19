import type { Signature, Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { SignedTransaction } from '../../../domain/operation.ts'
import { fromBase58, toBase58, toBase64 } from '../../../lib/bytes.ts'
import { type KeyPair, keyPairFromSecret, signDetached } from '../../../lib/ed25519.ts'
import { Secret } from '../../../lib/secret.ts'
import type { Launcher } from '../../../ports/launchpad.ts'
import type { PlannedTransaction } from './packing.ts'
import { type TransactionDraft, toWire } from './transaction-draft.ts'

/** Signs the planned transactions with the launcher and, where one is asked for, the further key. */
export function signAll(
  planned: readonly PlannedTransaction[],
  lastValidBlockHeight: number,
  launcher: Launcher,
  further: KeyPair | null = null,
): SignedTransaction[] {
  const pair = keyPairFromSecret(launcher.secret.reveal())
  if (!pair) throw new Error('a parsed launcher has both halves of its key')
  const pairs = new Map([pair, ...(further ? [further] : [])].map((key) => [toBase58(key.publicKey), key]))
  return planned.map(({ steps, draft, bundle }) => {
    const signatures = draft.signers.map((signer) => signDetached(draft.message, pairOf(pairs, signer)))
    return signedTransaction({ steps, draft, signatures, lastValidBlockHeight, bundle })
  })
}

/** A signed transaction from its parts. */
export function signedTransaction(parts: {
  steps: SignedTransaction['steps']
  draft: Pick<TransactionDraft, 'version' | 'message'>
  signatures: readonly Uint8Array[]
  lastValidBlockHeight: number
  bundle: string | undefined
}): SignedTransaction {
  const { steps, draft, signatures, lastValidBlockHeight, bundle } = parts
  return {
    steps,
    signature: toBase58(signatures[0]!) as Signature,
    bytesBase64: toBase64(toWire(draft, signatures)),
    lastValidBlockHeight,
    ...(bundle === undefined ? {} : { bundle }),
  }
}

function pairOf(pairs: ReadonlyMap<string, KeyPair>, signer: string): KeyPair {
  const pair = pairs.get(signer)
  if (!pair) throw new Error(`no key for signer ${signer}`)
  return pair
}

/**
 * The launcher that the text holds: base58 of 64 bytes, or a JSON array of 64 numbers.
 *
 * @throws AppError launcher_secret_invalid, which repeats nothing of the text
 */
export function parseLauncher(text: Secret<string>): Launcher {
  const bytes = secretBytes(text.reveal().trim())
  const pair = bytes && keyPairFromSecret(bytes)
  if (!pair) throw new AppError('launcher_secret_invalid')
  return { wallet: toBase58(pair.publicKey) as Wallet, secret: new Secret(pair.secretKey) }
}

function secretBytes(text: string): Uint8Array | null {
  if (!text.startsWith('[')) return text.length > 100 ? null : fromBase58(text)
  try {
    const numbers: unknown = JSON.parse(text)
    const valid = Array.isArray(numbers) && numbers.every((entry) => Number.isInteger(entry) && entry >= 0 && entry <= 255)
    return valid ? Uint8Array.from(numbers as number[]) : null
  } catch {
    return null
  }
}
