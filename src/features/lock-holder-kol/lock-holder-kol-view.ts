import { Type } from '@sinclair/typebox'
import { lockFields, Body, unsigned } from '../wire-fees/wire-fees-view.ts'

/** Body of POST /api/agent/lock-holder-kol. */
export const LockHolderKolBody = Body({ ...lockFields, holderKol: Type.Optional(Type.Literal(true)) })

/** Body of POST /api/agent/lock-holder-kol/unsigned. */
export const UnsignedLockHolderKolBody = Body({ ...LockHolderKolBody.properties, ...unsigned })
