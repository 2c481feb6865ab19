import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { UnixMs } from '../brands.ts'
import { namesOf } from '../json.ts'

const KeySettings = Type.Object({
  label: Type.String(),
  launchesPerHour: Type.Integer(),
  requireApproval: Type.Boolean(),
  ops: Type.Boolean(),
})

/** What an operator does to keys, money and the directory, each with what was set, by name. */
export const ACTS = {
  'key.minted': KeySettings,
  'key.changed': Type.Partial(KeySettings),
  'key.rotated': Type.Object({ overlapMinutes: Type.Number() }),
  'key.revoked': Type.Object({ label: KeySettings.properties.label }),
  'payment.refunded': Type.Object({ price: Type.String({ description: 'In dollars: $0.05' }), payer: Type.String() }),
  'webhook.deleted': Type.Object({ owner: Type.String(), host: Type.String() }),
  'directory.imported': Type.Object({ added: Type.Integer(), updated: Type.Integer() }),
  'kol.optedOut': Type.Object({ wallet: Type.Optional(Type.String()) }),
  'kol.optedIn': Type.Object({}),
  'kol.referralCode': Type.Object({ code: Type.String() }),
} as const satisfies Readonly<Record<string, TSchema>>

/** One of the names in ACTS. */
export type ActKind = keyof typeof ACTS

/** The names in ACTS. */
export const ACT_KINDS = namesOf(ACTS)

/** What is done, to what (an id or a name), with what was set. */
export type Act = {
  readonly [Kind in ActKind]: { readonly kind: Kind; readonly subject: string; readonly detail: Readonly<Static<(typeof ACTS)[Kind]>> }
}[ActKind]

/** Ways to act on what the operator keeps: with the operator key, with a command on the machine, or with the signature of a wallet. */
export const ACTOR_WAYS = ['key', 'command', 'wallet'] as const

/** Who acts. */
export interface Actor {
  readonly way: (typeof ACTOR_WAYS)[number]
  /** The client's network address; null for a command. */
  readonly address: string | null
}

/** Whoever runs a command on the machine. */
export const BY_COMMAND: Actor = { way: 'command', address: null }

/** One entry of the operator's log. Contains no secret. */
export type OperatorAct = Act & {
  /** `act_…` */
  readonly id: string
  readonly by: Actor
  readonly atMs: UnixMs
}
