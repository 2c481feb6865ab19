import type { KeyId, Mint, UnixMs } from './brands.ts'

/** The six things that happen to a coin and that webhooks tell. @see rules 6 */
export const EVENT_TYPES = [
  'launch.created',
  'feeShare.locked',
  'remit.cranked',
  'buyback.executed',
  'holderKol.locked',
  'coin.graduated',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** A fact, written in the commit that makes it true. `keyId` owns it: only that key's endpoints and the operator's hear of it. */
export interface CoinEvent {
  /** `evt_…`; webhooks send it as `webhook-id`. */
  readonly id: string
  readonly type: EventType
  readonly mint: Mint | null
  readonly keyId: KeyId
  readonly atMs: UnixMs
  /** Public JSON, sent as `data`. */
  readonly data: Readonly<Record<string, unknown>>
}
