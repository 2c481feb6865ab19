import { type Static, Type } from '@sinclair/typebox'
import type { Wallet } from '../brands.ts'
import { HireRole } from '../crew/crew.ts'

/** A promoter in the directory, also as the wire has it. `rank` 1 is the best. @see rules 10.27 */
export const Kol = Type.Object({
  id: Type.String(),
  rank: Type.Integer({ minimum: 1 }),
  handle: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,32}$' }),
  displayName: Type.String({ minLength: 1, maxLength: 64 }),
  aliases: Type.Array(Type.String()),
  wallet: Type.Unsafe<Wallet>(Type.String({ minLength: 32, maxLength: 44 })),
  evmWallet: Type.Union([Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }), Type.Null()]),
  followers: Type.Integer({ minimum: 0 }),
  narratives: Type.Array(Type.String()),
  roles: Type.Array(HireRole),
  correlated: Type.Array(Type.String(), { description: 'Handles known to act together with this one.' }),
  verified: Type.Boolean(),
})
Kol.title = 'Kol'

export type Kol = Static<typeof Kol>

/** A KOL as an import file has it: without the storage's id, and with the person's own opt-out. */
export type KolImport = Omit<Kol, 'id'> & { readonly optedOut: boolean }

/** A KOL as the storage has it. One who opted out appears in no answer and no crew. */
export type StoredKol = Kol & { readonly optedOut: boolean }
