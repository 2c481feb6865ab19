import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { UnixMs } from '../brands.ts'
import { DateTime, namesOf, Nullable } from '../json.ts'

const KeySettings = Type.Object({
  label: Type.String(),
  launchesPerHour: Type.Integer(),
  requireApproval: Type.Boolean(),
  ops: Type.Boolean(),
})

/** Of those that a key has; null took one away. */
const KeyBoundsSet = Type.Object({
  scopes: Type.Optional(Nullable(Type.Array(Type.String()))),
  addresses: Type.Optional(Nullable(Type.Array(Type.String()))),
  expiresAt: Type.Optional(Nullable(DateTime())),
  launchesPerDay: Type.Optional(Nullable(Type.Integer())),
  solPerDay: Type.Optional(Nullable(Type.Number())),
})

const ByWallet = Type.Object({ wallet: Type.String() })

const OnKey = Type.Object({ ...ByWallet.properties, keyId: Type.String() })

/** What is done to keys, plans, coins, money and the directory, each with what was set, by name. */
export const ACTS = {
  'key.minted': Type.Object({ ...KeySettings.properties, ...KeyBoundsSet.properties }),
  'key.changed': Type.Object({ ...Type.Partial(KeySettings).properties, ...KeyBoundsSet.properties }),
  'key.rotated': Type.Object({ overlapMinutes: Type.Number() }),
  'secretKey.resealed': Type.Object({ endpoints: Type.Integer() }),
  'key.revoked': Type.Object({ label: KeySettings.properties.label }),
  'dryRun.approved': ByWallet,
  'dryRun.rejected': ByWallet,
  'policy.signed': OnKey,
  'policy.revoked': OnKey,
  'coin.launched': Type.Object({ keyId: Type.String(), launcher: Type.String() }),
  'coin.featured': Type.Object({ url: Type.String() }),
  'job.paid': Type.Object({ amount: Type.String({ description: 'With its currency.' }), worker: Type.String() }),
  'payment.refunded': Type.Object({ price: Type.String({ description: 'In dollars: $0.05' }), payer: Type.String() }),
  'program.accepted': Type.Object({
    address: Type.String(),
    build: Type.String(),
    control: Type.String(),
    before: Nullable(Type.String({ description: 'The build that was accepted before.' })),
  }),
  'webhook.deleted': Type.Object({ owner: Type.String(), host: Type.String() }),
  'directory.imported': Type.Object({ added: Type.Integer(), updated: Type.Integer() }),
  'consent.signed': Type.Object({ choice: Type.String(), agents: Type.Integer() }),
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

/** Ways to act: with the operator key, a command on the machine, a wallet's signature or an agent's key; or it is the service itself. */
export const ACTOR_WAYS = ['key', 'command', 'wallet', 'agent', 'clock'] as const

/** Who acts. */
export interface Actor {
  readonly way: (typeof ACTOR_WAYS)[number]
  /** The client's network address; null for a command, and for what the service ends by itself. */
  readonly address: string | null
  /** Which of several operators, where the key says. */
  readonly name?: string
}

/** Whoever runs a command on the machine. */
export const BY_COMMAND: Actor = { way: 'command', address: null }

/** An agent whose launch has ended. */
export const BY_AGENT: Actor = { way: 'agent', address: null }

/** The service, when something is due. */
export const BY_CLOCK: Actor = { way: 'clock', address: null }

/** One entry of the audit log. Contains no secret. */
export type OperatorAct = Act & {
  /** `act_…` */
  readonly id: string
  readonly by: Actor
  readonly atMs: UnixMs
}
