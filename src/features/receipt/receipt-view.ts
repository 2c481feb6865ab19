import { Type } from '@sinclair/typebox'

/** Wire form of a receipt. */
export const ReceiptView = Type.Object({
  entries: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  head: Type.Object({
    mint: Type.String(),
    count: Type.Integer(),
    hash: Type.String(),
    remits: Type.Object({
      listed: Type.Integer(),
      complete: Type.Boolean(),
    }),
  }),
  keys: Type.Array(Type.Record(Type.String(), Type.String())),
  signature: Type.Object({ protected: Type.String(), signature: Type.String() }),
})
ReceiptView.title = 'Receipt'
