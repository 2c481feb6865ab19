import { type Static, Type } from '@sinclair/typebox'
import type { UnixMs, Wallet } from '../brands.ts'

/** What is sealed into the token that opens the list of waiting plans. @see rules 5.9 */
export const ApprovalsToken = Type.Object({ wallet: Type.Unsafe<Wallet>(Type.String()), untilMs: Type.Unsafe<UnixMs>(Type.Number()) })
export type ApprovalsToken = Readonly<Static<typeof ApprovalsToken>>
