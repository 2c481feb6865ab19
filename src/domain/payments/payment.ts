import type { KeyId, UnixMs, UsdMicros, Wallet } from '../brands.ts'
import { BASE_CHAIN_ID } from '../chain.ts'
import { MINUTE_MS } from '../limits.ts'
import type { RateGroup } from '../limits/rates.ts'
import type { PaymentFailure } from './payment-failure.ts'
import type { Permit2Terms } from './permit2-transfer.ts'
import type { Tariff } from './tariff.ts'

/** The network of payments, as the protocol's two versions name it, and the token. */
export const PAYMENT_NETWORK = {
  caip2: `eip155:${BASE_CHAIN_ID}`,
  legacyName: 'base',
  chainId: BASE_CHAIN_ID,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  /** The token's EIP-712 domain name and version. */
  domain: { name: 'USD Coin', version: '2' },
} as const

/** The network of payments on Solana, and the token. @see CAIP-2: the first 32 characters of the genesis hash */
export const SOLANA_PAYMENT_NETWORK = {
  caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
} as const

/** What stands for the network of a call that a prepaid balance pays for. */
export const CREDIT_NETWORK = 'credit'

/** The lifetime that clients are asked to give their signature. */
export const PAYMENT_TIMEOUT_SEC = 300
/** An authorization that expires sooner cannot be settled in time; facilitators refuse it too. */
export const PAYMENT_MARGIN_SEC = 6
/** An authorization that lasts longer would keep an unknown settlement open as long. */
export const PAYMENT_LIFETIME_MAX_SEC = 3_600

/** How long a request leases a payment: longer than a settlement and a launch's wait together. */
export const PAYMENT_LEASE_MS = 4 * MINUTE_MS

/** The route groups whose calls are sold. */
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

/** Ways to pay on Base: an EIP-3009 transfer, or by Permit2 with the scheme `exact` or `upto`. */
export const PAYMENT_METHODS = ['eip3009', 'permit2', 'upto'] as const

/** One of PAYMENT_METHODS. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The operator's payment terms: prices and the receiving address. The token has 6 decimals, as dollars have here. */
export interface PaymentTerms {
  readonly payTo: string
  readonly prices: Readonly<Record<PriceGroup, Tariff>>
  /** What is offered on Base, in this order. */
  readonly methods: readonly PaymentMethod[]
  /** Where payments on Solana go; null where none are taken there. */
  readonly solana: SolanaPayee | null
}

/** Who is paid on Solana. */
export interface SolanaPayee {
  /** The wallet. */
  readonly payTo: string
  /** Its associated token account. */
  readonly account: string
}

/** A payee on Solana, and the wallet that a transaction must name as its fee payer: the facilitator's. */
export interface SolanaOffer extends Pick<SolanaPayee, 'payTo'> {
  readonly feePayer: string
}

/**
 * A signed transfer as its header carried it: on Base an authorization (EIP-3009 or Permit2), with addresses and nonce in lower case; on
 * Solana the transaction itself, where `payTo` is the recipient's token account.
 */
export interface Authorization {
  /** Version of the protocol it came in: 1 is the legacy header. */
  readonly version: 1 | 2
  readonly payer: string
  readonly payTo: string
  readonly amountUsdMicros: UsdMicros
  readonly validAfterSec: number
  readonly validBeforeSec: number
  /** The chain accepts each nonce of a payer once: 0x and 64 hex characters, `permit2:` before it; on Solana see `solanaNonce`. */
  readonly nonce: string
  readonly signature: string
  /** Of a payment on Solana: the transaction in base64, and its fee payer. */
  readonly solana?: { readonly transaction: string; readonly feePayer: string }
  /** Of a payment on Base that was signed by Permit2 and is no EIP-3009 transfer. */
  readonly permit2?: Permit2Terms
  /** Of a call that a prepaid balance pays for: the session key, which is `payTo` too. */
  readonly sessionKey?: Wallet
}

/** The network and token of a payment, as they are stored. */
export const networkOf = ({
  solana,
  sessionKey,
}: Pick<Authorization, 'solana' | 'sessionKey'>): { readonly network: string; readonly asset: string } => {
  if (sessionKey !== undefined) return { network: CREDIT_NETWORK, asset: PAYMENT_NETWORK.asset }
  const { caip2: network, asset } = solana ? SOLANA_PAYMENT_NETWORK : PAYMENT_NETWORK
  return { network, asset }
}

/**
 * `claimed`: a request runs, nothing is charged. `settling`: written before the facilitator is asked to settle. `unknown`: the
 * facilitator was asked, and the chain has not decided. `settled`: charged, the work is under way. `done`: charged and answered.
 * `refund_due`: charged, and the work failed; the same request runs it again. `refunded`: the operator paid it back. `rejected`: it was
 * not settled.
 */
export const PAYMENT_STATES = ['claimed', 'settling', 'unknown', 'settled', 'done', 'refund_due', 'refunded', 'rejected'] as const

/** One of PAYMENT_STATES. */
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** States that are not final. */
export const OPEN_PAYMENT_STATES = ['claimed', 'settling', 'unknown', 'settled'] as const satisfies readonly PaymentState[]

/** An answer as it was sent. */
export interface StoredAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** One payment of one call. Its signature is not kept, only the hash of it. */
export interface Payment {
  /** `pay_…` */
  readonly id: string
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
  readonly payTo: string
  readonly amountUsdMicros: UsdMicros
  readonly validBeforeMs: UnixMs
  /** Hash of the request that it pays: method, path, body and idempotency key. */
  readonly fingerprint: string
  readonly route: string
  readonly idempotencyKey: string | null
  /** The rate-limit key of the client's address: a repeat comes from there, or has an idempotency key that nobody guesses. */
  readonly client: string
  /** Hash of its signature: another one for the same authorization is forged. Null in rows of earlier releases. */
  readonly signatureSha256: string | null
  readonly state: PaymentState
  /** Id of the current or last run; an operation made by it has this as its `idempotencyId`. */
  readonly runId: string
  /** Hash of the settling transaction. */
  readonly transaction: string | null
  readonly failure: PaymentFailure | null
  /** Kept for a while when the request had an idempotency key. */
  readonly answer: StoredAnswer | null
  readonly createdAtMs: UnixMs
  readonly settledAtMs: UnixMs | null
  readonly finishedAtMs: UnixMs | null
}

/** The owner id of a payer, for launches, limits and endpoints. The case of letters counts on Solana alone. */
export const payerKeyId = (payer: string): KeyId => `payer:${payer.startsWith('0x') ? payer.toLowerCase() : payer}` as KeyId
