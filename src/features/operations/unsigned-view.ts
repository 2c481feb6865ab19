import { type Static, Type } from '@sinclair/typebox'
import type { UnixMs } from '../../domain/brands.ts'
import { DateTime, iso, Nullable } from '../../domain/json.ts'
import { invalidFields } from '../../domain/errors.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { NEVER_EXPIRES, type UnsignedTransaction } from '../../domain/operation.ts'
import { Lookup } from '../../domain/text/text.ts'
import type { Submitted } from './accept-submitted.ts'

/** Members of an answer that hands out transactions to be signed. @see rules 10.20 */
export const unsignedFields = {
  transactions: Type.Array(
    Type.Object(
      {
        transaction: Type.String({ description: 'base64; sign its message unchanged' }),
        signers: Type.Array(Type.String(), { description: 'who must sign, in the order of the signatures' }),
        purpose: Type.String(),
      },
      { title: 'UnsignedTransaction' },
    ),
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
const SignedTransactions = Type.Array(Lookup({ minLength: 1, maxLength: FIELD_LIMITS.transactionBase64Max }), {
  minItems: 1,
  maxItems: FIELD_LIMITS.launchTransactionsMax,
  title: 'SignedTransactions',
  description: 'the signed transactions as base64, in the order they were handed out',
})

const SentHashes = Type.Array(Lookup({ minLength: 66, maxLength: 66 }), {
  minItems: 1,
  maxItems: FIELD_LIMITS.launchTransactionsMax,
  title: 'SentHashes',
  description:
    'in the place of transactions, for EVM wallets that send what they sign: the hashes, in the order handed out; fee and nonce may be the wallet’s',
})

/** Members of a body that hands an offer back: one of the two. */
export const submittedFields = { transactions: Type.Optional(SignedTransactions), hashes: Type.Optional(SentHashes) }

/** What the body hands back. @throws AppError validation_invalid unless it is either transactions or hashes */
export function submittedOf({ transactions, hashes }: { transactions?: readonly string[]; hashes?: readonly string[] }): Submitted {
  if (transactions !== undefined && hashes === undefined) return { transactionsBase64: transactions, hashes: null }
  if (hashes !== undefined && transactions === undefined) return { transactionsBase64: null, hashes }
  throw invalidFields([{ path: '/transactions', message: 'is required, or hashes in its place' }])
}

function heightOf(unsigned: readonly UnsignedTransaction[]): number | null {
  const height = Math.min(...unsigned.map(({ lastValidBlockHeight }) => lastValidBlockHeight))
  return height === NEVER_EXPIRES ? null : height
}
