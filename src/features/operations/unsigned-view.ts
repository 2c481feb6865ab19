import { type Static, Type } from '@sinclair/typebox'
import type { UnixMs } from '../../domain/brands.ts'
import { DateTime, iso, Nullable } from '../../domain/json.ts'
import { LIMITS } from '../../domain/limits.ts'
import { NEVER_EXPIRES, type UnsignedTransaction } from '../../domain/operation.ts'
import { Lookup } from '../../domain/text/text.ts'

/** Members of an answer that hands out transactions to be signed. @see rules 10.20 */
export const unsignedFields = {
  transactions: Type.Array(
    Type.Object({
      transaction: Type.String({ description: 'base64; sign its message unchanged' }),
      signers: Type.Array(Type.String(), { description: 'who must sign, in the order of the signatures' }),
      purpose: Type.String(),
    }),
  ),
  lastValidBlockHeight: Nullable(
    Type.Integer({ description: 'The chain takes them up to this height; null where nothing but another transaction ends one.' }),
  ),
  expiresAt: DateTime(),
}

const UnsignedFields = Type.Object(unsignedFields)

/** These transactions as JSON; `lastValidBlockHeight` and `expiresAt` limit how long they can be submitted. */
export const unsignedView = ({
  unsigned,
  expiresAtMs,
}: {
  readonly unsigned: readonly UnsignedTransaction[]
  readonly expiresAtMs: UnixMs
}): Static<typeof UnsignedFields> => ({
  transactions: unsigned.map(({ bytesBase64, signers, purpose }) => ({ transaction: bytesBase64, signers: [...signers], purpose })),
  lastValidBlockHeight: heightOf(unsigned),
  expiresAt: iso(expiresAtMs),
})

/** The signed transactions in a body. */
export const SignedTransactions = Type.Array(Lookup({ minLength: 1, maxLength: LIMITS.transactionBase64Max }), {
  minItems: 1,
  maxItems: LIMITS.launchTransactionsMax,
  description: 'the signed transactions as base64, in the order they were handed out',
})

function heightOf(unsigned: readonly UnsignedTransaction[]): number | null {
  const height = Math.min(...unsigned.map(({ lastValidBlockHeight }) => lastValidBlockHeight))
  return height === NEVER_EXPIRES ? null : height
}
