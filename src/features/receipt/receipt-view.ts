import { Type } from '@sinclair/typebox'
import { PublicJwk } from '../../domain/a2a/public-jwk.ts'
import { Enum } from '../../domain/json.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { ENTRY_KINDS } from '../../domain/receipt/receipt.ts'

/** Wire form of a receipt. */
export const ReceiptView = Type.Object({
  entries: Type.Array(
    Type.Object({
      kind: Enum(ENTRY_KINDS),
      body: Type.Record(Type.String(), Type.Unknown()),
      previous: Type.String({ description: 'The hash of the entry before; zeros at the first.' }),
      hash: Type.String({ description: 'SHA-256 of the canonical JSON of the other members.' }),
    }),
  ),
  head: Type.Object({
    mint: Type.String(),
    count: Type.Integer(),
    hash: Type.String({ description: 'Of the last entry.' }),
    remits: Type.Object({
      listed: Type.Integer(),
      complete: Type.Boolean({ description: `False where there are older ones than the ${OWN_LIMITS.receiptRemitsMax} newest.` }),
    }),
  }),
  keys: Type.Array(PublicJwk),
  signature: Type.Object(
    { protected: Type.String(), signature: Type.String() },
    { description: 'JWS (RFC 7515) whose payload is the canonical JSON of head.' },
  ),
})
ReceiptView.title = 'Receipt'
