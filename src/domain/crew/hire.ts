import { type Static, Type } from '@sinclair/typebox'
import type { Wallet } from '../brands.ts'
import { HireRole } from './crew.ts'

/** A hired profile: its directory rank, its percentage of the crew slice, and why. A score has meaning within one match only. */
export const Hire = Type.Object({
  rank: Type.Integer(),
  handle: Type.String(),
  displayName: Type.String(),
  wallet: Type.Unsafe<Wallet>(Type.String()),
  followers: Type.Integer(),
  share: Type.Integer({ description: 'Percent of the crew pool.' }),
  role: HireRole,
  score: Type.Number({ description: 'Comparable within one match only.' }),
  reasons: Type.Array(Type.String()),
})
Hire.title = 'Hire'

/** One hire of a match. */
export type Hire = Readonly<Static<typeof Hire>>
