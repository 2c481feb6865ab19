import type { DeliveryId, JobId, KeyId, OperationId, PayoutId, WebhookId } from './brands.ts'

/** The kind of thing that each prefix names; no two kinds share a prefix. */
export interface IdByPrefix {
  /** A key. */
  ak: KeyId
  /** An operation. */
  op: OperationId
  /** A claim of an idempotency key. */
  idem: string
  /** A paid call, and each run of its work. */
  pay: string
  run: string
  /** An attempt to pay a worker. */
  pout: PayoutId
  /** A reservation of the gas budget for a settlement. */
  gas: string
  job: JobId
  /** A remit. */
  rm: string
  /** A run of the buyback. */
  bb: string
  /** A posting in the ledger. */
  lg: string
  wh: WebhookId
  /** What an operator did. */
  act: string
  /** An event, or the test message of a webhook. */
  evt: string
  evt_test: string
  dlv: DeliveryId
  /** A request. */
  req: string
}

const ID_CHARACTERS = 20
const KEY_ID_CHARACTERS = 16

/** A new id of this kind from `text`, which gives random characters. */
export function newId<Prefix extends keyof IdByPrefix>(prefix: Prefix, text: (length: number) => string): IdByPrefix[Prefix] {
  return `${prefix}_${text(prefix === 'ak' ? KEY_ID_CHARACTERS : ID_CHARACTERS)}` as IdByPrefix[Prefix]
}
