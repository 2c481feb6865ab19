import type { KeyId, UnixMs, UsdMicros } from '../brands.ts'
import { MINUTE_MS, type RateGroup } from '../limits.ts'

/** Where payments are made, as the protocol's two versions name it, and the token that is paid with. */
export const PAYMENT_NETWORK = {
  caip2: 'eip155:8453',
  legacyName: 'base',
  chainId: 8453,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  /** The token's name and version as its signatures have them (EIP-712). */
  domain: { name: 'USD Coin', version: '2' },
} as const

/** How long a client's signature is asked to be good for. */
export const PAYMENT_TIMEOUT_SEC = 300
/** An authorization that ends sooner cannot be settled in time; facilitators refuse it too. */
export const PAYMENT_MARGIN_SEC = 6
/** An authorization that lasts longer would keep an unknown settlement open as long. */
export const PAYMENT_LIFETIME_MAX_SEC = 3_600

/** How long one request has a payment to itself: longer than a settlement, a launch's wait and both together take. */
export const PAYMENT_LEASE_MS = 4 * MINUTE_MS

/** What calls are sold in. */
export const PRICE_GROUPS = ['autohire', 'dry-run', 'launch', 'upkeep'] as const

/** One of PRICE_GROUPS. */
export type PriceGroup = (typeof PRICE_GROUPS)[number]

/** What a call of each group of routes costs; groups that are not here take no payment: they need a key. */
export const PRICE_GROUP_OF: Partial<Record<RateGroup, PriceGroup>> = {
  autohire: 'autohire',
  'dry-run': 'dry-run',
  launch: 'launch',
  'launch-submit': 'upkeep',
  status: 'upkeep',
  launches: 'upkeep',
  'wire-fees': 'upkeep',
  'lock-holder-kol': 'upkeep',
  crank: 'upkeep',
  webhooks: 'upkeep',
  'webhook-reads': 'upkeep',
  jobs: 'upkeep',
}

/** What the operator takes for calls, and where it is paid to. The token counts in millionths, as we do. */
export interface PaymentTerms {
  readonly payTo: string
  readonly prices: Readonly<Record<PriceGroup, UsdMicros>>
}

/** An amount that a payer signed away (EIP-3009), as it came in a header. Addresses and nonce in lower case. */
export interface Authorization {
  /** Version of the protocol it came in: 1 is the legacy header. */
  readonly version: 1 | 2
  readonly payer: string
  readonly payTo: string
  readonly amount: UsdMicros
  readonly validAfterSec: number
  readonly validBeforeSec: number
  /** 0x and 64 hex characters; the token takes each nonce of a payer once. */
  readonly nonce: string
  readonly signature: string
}

/**
 * `claimed`: a request runs, nothing is charged. `settling`: written before the facilitator is asked to settle. `unknown`: it was
 * asked, and the chain has not decided. `settled`: charged, the work is under way. `done`: charged and answered.
 * `refund_due`: charged, and the work failed; the same request redoes it. `refunded`: the operator paid it back.
 * `rejected`: it was not settled.
 */
export const PAYMENT_STATES = ['claimed', 'settling', 'unknown', 'settled', 'done', 'refund_due', 'refunded', 'rejected'] as const

/** One of PAYMENT_STATES. */
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** States that somebody has to bring to an end. */
export const OPEN_PAYMENT_STATES = ['claimed', 'settling', 'unknown', 'settled'] as const satisfies readonly PaymentState[]

/** An answer as it was sent. */
export interface StoredAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** One payment of one call. Its signature is not kept. */
export interface Payment {
  /** `pay_…` */
  readonly id: string
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
  readonly payTo: string
  readonly amount: UsdMicros
  readonly validBeforeMs: UnixMs
  /** Hash of the request that it pays: method, path, body and idempotency key. */
  readonly fingerprint: string
  readonly route: string
  readonly idempotencyKey: string | null
  /** What the client's address is counted by: who redoes a failed run without an idempotency key must come from there. */
  readonly client: string
  readonly state: PaymentState
  /** Names the run under way, or the last one: an operation that it made has this as its `idempotencyId`. */
  readonly runId: string
  /** Hash of the settling transaction. */
  readonly transaction: string | null
  /** Code of the error that the last run, or the settlement, ended with. */
  readonly failure: string | null
  /** Kept for a while when the request had an idempotency key. */
  readonly answer: StoredAnswer | null
  readonly createdAtMs: UnixMs
  readonly settledAtMs: UnixMs | null
  readonly finishedAtMs: UnixMs | null
}

/** A payer as the owner of launches, limits and endpoints. */
export const payerKeyId = (payer: string): KeyId => `payer:${payer.toLowerCase()}` as KeyId
