import { invalidFields } from '../../domain/errors.ts'
import type { SignedTransaction, UnsignedTransaction } from '../../domain/operation.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'

/** What a client hands back for an offer, in its order: transactions that it signed, or the hashes of those that its wallet sent. */
export type Submitted =
  | { readonly transactionsBase64: readonly string[]; readonly hashes: null }
  | { readonly transactionsBase64: null; readonly hashes: readonly string[] }

/**
 * The transactions of the offer, signed. Nothing is sent and nothing is stored.
 * @throws AppError validation_invalid where the platform's wallets do not send by themselves
 */
export async function acceptSubmitted(
  { unsigned, facts }: Launchpad,
  offered: readonly UnsignedTransaction[],
  { transactionsBase64, hashes }: Submitted,
): Promise<SignedTransaction[]> {
  // It is there: the launchpad made the offer.
  if (hashes === null) return unsigned!.accept(offered, transactionsBase64)
  if (!unsigned!.acceptSent)
    throw invalidFields([{ path: '/hashes', message: `is not taken: on ${facts.title} the signed transactions are submitted` }])
  return unsigned!.acceptSent(offered, hashes)
}
