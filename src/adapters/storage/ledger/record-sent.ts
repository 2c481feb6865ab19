import type { SentTransaction } from '../../../domain/ledger/posting.ts'
import type { SignedTransaction } from '../../../domain/operation.ts'
import type { Executor } from '../engine/executor.ts'

/** Keeps what these transactions are for, their re-bids too, so that the ledger knows them when they land. */
export async function recordSent(tx: Executor, transactions: readonly SignedTransaction[], sent: SentTransaction): Promise<void> {
  const signatures = transactions.flatMap(({ signature, rebid }) => (rebid ? [signature, rebid.signature] : [signature]))
  if (signatures.length === 0) return
  await tx
    .insertInto('sent_transaction')
    .values(signatures.map((signature) => ({ signature, kind: sent.kind, reference: sent.reference })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
