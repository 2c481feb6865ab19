import { Type } from '@sinclair/typebox'
import { ReceiptHead } from '../../domain/receipt/receipt-head.ts'

/** Wire form of a receipt. */
export const ReceiptView = Type.Object({
  entries: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  head: ReceiptHead,
  keys: Type.Array(Type.Record(Type.String(), Type.String())),
  signature: Type.Object({ protected: Type.String(), signature: Type.String() }),
})
ReceiptView.title = 'Receipt'
