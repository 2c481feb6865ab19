import type { DeliveryId, JobId, KeyId, OperationId, PayoutId, WebhookId } from './brands.ts'

/** What each prefix names: no two kinds of thing have one in common. */
export interface IdByPrefix {
  /** A key. */
  ak: KeyId
  /** An operation. */
  op: OperationId
  /** A claim of an idempotency key. */
  idem: string
  /** A payment of a call, and one run of what it pays for. */
  pay: string
  run: string
  /** A try to pay a worker. */
  pout: PayoutId
  /** What a settlement takes out of the gas budget. */
  gas: string
  job: JobId
  /** A remit. */
  rm: string
  /** A run of the buyback. */
  bb: string
  wh: WebhookId
  /** An event, and one that only tries a webhook. */
  evt: string
  evt_test: string
  dlv: DeliveryId
  /** A request. */
  req: string
}

const CHARACTERS = 20
const KEY_ID_CHARACTERS = 16

/** A new id of this kind, from a source of characters that were never given before. */
export function newId<Prefix extends keyof IdByPrefix>(prefix: Prefix, text: (length: number) => string): IdByPrefix[Prefix] {
  return `${prefix}_${text(prefix === 'ak' ? KEY_ID_CHARACTERS : CHARACTERS)}` as IdByPrefix[Prefix]
}
