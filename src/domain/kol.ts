import { type Static, Type } from '@sinclair/typebox'

/** Roles a crew member can be hired for. The order is the one in which unfilled roles are offered. */
export const hireRoles = ['caller', 'chart', 'raid', 'kol', 'dev'] as const

/** Schema of one hire role. @see spec 2.2 */
export const hireRoleSchema = Type.Union([
  Type.Literal('caller'),
  Type.Literal('chart'),
  Type.Literal('raid'),
  Type.Literal('kol'),
  Type.Literal('dev'),
])

/** What a crew member is hired to do. */
export type HireRole = Static<typeof hireRoleSchema>

/** Schema of a promoter in the directory. `rank` 1 is the best; `correlated` holds handles known to act together with this one. */
export const kolSchema = Type.Object({
  id: Type.String(),
  rank: Type.Integer({ minimum: 1 }),
  handle: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,32}$' }),
  displayName: Type.String({ minLength: 1, maxLength: 64 }),
  aliases: Type.Array(Type.String()),
  wallet: Type.String({ minLength: 32, maxLength: 44 }),
  evmWallet: Type.Union([Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }), Type.Null()]),
  followers: Type.Integer({ minimum: 0 }),
  narratives: Type.Array(Type.String()),
  roles: Type.Array(hireRoleSchema),
  correlated: Type.Array(Type.String()),
  verified: Type.Boolean(),
})

/** A promoter in the directory. */
export type Kol = Static<typeof kolSchema>

/** A kol as an import file carries it: without the storage's id, and with the person's own choice to stay out. */
export type KolImport = Omit<Kol, 'id'> & { readonly optedOut: boolean }
