import type { Signature } from '../../../../domain/brands.ts'
import type { SignedTransaction } from '../../../../domain/operation.ts'
import { toBase58, toBase64 } from '../../../../lib/bytes.ts'
import { type KeyPair, signDetached } from '../../../../lib/ed25519.ts'
import type { Signer } from '../../../../ports/signer.ts'
import type { PlannedTransaction } from './pack-transactions.ts'
import { type TransactionDraft, toWire } from '../../../chains/solana/transaction-draft.ts'

/**
 * Has the planned transactions signed by the payer and, where required, with the mint's key.
 *
 * @throws AppError upstream_unavailable when the payer's signer does not answer; Error when another signature is wanted
 */
export async function signAll(
  planned: readonly PlannedTransaction[],
  lastValidBlockHeight: number,
  payer: Signer,
  further: KeyPair | null = null,
): Promise<SignedTransaction[]> {
  const signBy = async (signer: string, message: Uint8Array): Promise<Uint8Array> => {
    if (signer === payer.wallet) return payer.sign(message)
    if (!further || toBase58(further.publicKey) !== signer) throw new Error(`no key for signer ${signer}`)
    return signDetached(message, further)
  }
  return Promise.all(
    planned.map(async ({ steps, draft, bundle }) => {
      const signatures = await Promise.all(draft.signers.map((signer) => signBy(signer, draft.message)))
      return signedTransaction({ steps, draft, signatures, lastValidBlockHeight, bundle })
    }),
  )
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
