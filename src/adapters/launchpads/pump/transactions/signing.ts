import type { Signature } from '../../../../domain/brands.ts'
import type { SignedTransaction } from '../../../../domain/operation.ts'
import { toBase58, toBase64 } from '../../../../lib/bytes.ts'
import { type KeyPair, keyPairFromSecret, signDetached } from '../../../../lib/ed25519.ts'
import type { Launcher } from '../../../../ports/launchpad/launcher.ts'
import type { PlannedTransaction } from './pack-transactions.ts'
import { type TransactionDraft, toWire } from '../../../chains/solana/transaction-draft.ts'

/**
 * Signs the planned transactions with the launcher and, where required, the mint's key.
 *
 * @throws Error when the launcher’s secret is no key pair, or a signer’s key is not among these
 */
export function signAll(
  planned: readonly PlannedTransaction[],
  lastValidBlockHeight: number,
  launcher: Launcher,
  further: KeyPair | null = null,
): SignedTransaction[] {
  const pair = keyPairFromSecret(launcher.secret)
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
