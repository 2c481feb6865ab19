import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { DryRunId, OperationId } from '../../domain/brands.ts'
import { ClusterName } from '../../domain/cluster.ts'
import { CrewMember } from '../../domain/crew/crew.ts'
import { MODES } from '../../domain/crew/fee-map.ts'
import { LIMITS } from '../../domain/limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import type { LockOffer } from '../../domain/launch-offer.ts'
import { Lookup, Text } from '../../domain/text/text.ts'
import { Enum, Ok } from '../../domain/json.ts'
import type { Policy } from '../../ports/policy.ts'
import { submittedFields, unsignedFields, unsignedView } from '../operations/unsigned-view.ts'

/** A closed object, as the bodies of locks are. */
export const Body = <Fields extends Record<string, TSchema>>(fields: Fields) => Type.Object(fields, { additionalProperties: false })

/** What bodies of locks have in common. */
export const lockFields = {
  mint: Text({ minLength: 1, maxLength: FIELD_LIMITS.idMax }),
  mode: Type.Optional(Enum(MODES)),
  dryRunId: Type.Optional(Text<DryRunId>({ maxLength: FIELD_LIMITS.idMax })),
  platform: Type.Optional(Text({ maxLength: FIELD_LIMITS.platformMax })),
  launcherPubkey: Type.Optional(Text({ maxLength: FIELD_LIMITS.idMax })),
  intent: Type.Optional(Type.Literal('wire-fees')),
}

/** Body of POST /api/agent/wire-fees: a crew for the fees of an existing coin. */
export const WireFeesBody = Body({
  ...lockFields,
  crew: Type.Optional(Type.Array(CrewMember, { minItems: 1, maxItems: LIMITS.crewMax })),
})

export type WireFeesBody = Static<typeof WireFeesBody>

/** Body of a lock that the client signs: its launcher is named, since no secret of his is sent. */
export const unsigned = { launcherPubkey: Text({ minLength: 1, maxLength: FIELD_LIMITS.idMax }) }

/** Body of POST /api/agent/wire-fees/unsigned. */
export const UnsignedWireFeesBody = Body({ ...WireFeesBody.properties, ...unsigned })

/** Answer of an unsigned lock. */
export const UnsignedLockResponse = Ok({
  lockId: Type.String(),
  cluster: ClusterName,
  mint: Type.String(),
  ...unsignedFields,
  submit: Type.String({ description: 'where the signed transactions go: POST {lockId, transactions[]}' }),
})

export type UnsignedLockResponse = Static<typeof UnsignedLockResponse>

/** The transactions of a lock to sign, as JSON. */
export const unsignedLockView = (offer: LockOffer, { baseUrl, cluster }: Pick<Policy, 'baseUrl' | 'cluster'>): UnsignedLockResponse => ({
  ok: true,
  lockId: offer.operation.id,
  cluster,
  mint: offer.operation.mint,
  ...unsignedView(offer),
  submit: `${baseUrl}/api/agent/wire-fees/submit`,
})

/** Body of a lock that the client signed. */
export const SubmitLockBody = Body({
  lockId: Lookup<OperationId>({ minLength: 1, maxLength: FIELD_LIMITS.idMax }),
  ...submittedFields,
})
