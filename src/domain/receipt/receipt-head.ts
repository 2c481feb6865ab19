import { type Static, Type } from '@sinclair/typebox'

/** What the service signs: the hash of the last entry holds all. */
export const ReceiptHead = Type.Object({
  mint: Type.String(),
  count: Type.Integer(),
  hash: Type.String(),
  remits: Type.Object({ listed: Type.Integer(), complete: Type.Boolean() }),
})

export type ReceiptHead = Static<typeof ReceiptHead>
