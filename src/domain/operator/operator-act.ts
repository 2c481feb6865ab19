import type { UnixMs } from '../brands.ts'

/** What an operator does to keys, money and the directory. */
export const ACT_KINDS = [
  'key.minted',
  'key.changed',
  'key.rotated',
  'key.revoked',
  'payment.refunded',
  'webhook.deleted',
  'directory.imported',
  'kol.optedOut',
  'kol.optedIn',
  'kol.referralCode',
] as const

/** One of ACT_KINDS. */
export type ActKind = (typeof ACT_KINDS)[number]

/** Ways to act as the operator: with the operator key, or with a command on the machine. */
export const ACTOR_WAYS = ['key', 'command'] as const

/** Who acts. */
export interface Actor {
  readonly way: (typeof ACTOR_WAYS)[number]
  /** The client's network address; null for a command. */
  readonly address: string | null
}

/** Whoever runs a command on the machine. */
export const BY_COMMAND: Actor = { way: 'command', address: null }

/** One entry of the operator's log. Contains no secret. */
export interface OperatorAct {
  /** `act_…` */
  readonly id: string
  readonly kind: ActKind
  readonly by: Actor
  /** Id or name of what it was done to. */
  readonly subject: string
  /** What was set, by name. */
  readonly detail: Readonly<Record<string, string | number | boolean>>
  readonly atMs: UnixMs
}
