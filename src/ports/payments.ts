import type { Caller } from '../domain/api-key.ts'
import type { UnixMs, Wallet, Wei } from '../domain/brands.ts'
import type { Authorization, StoredAnswer, Payment } from '../domain/payments/payment.ts'
import type { FacilitatorWallets } from '../domain/payments/facilitator-wallets.ts'
import type { SoldResource } from '../domain/payments/sold-resource.ts'
import type { Refusals } from './refusals.ts'
import type { ErrorCode } from '../domain/errors.ts'
import type { MachineTime } from './clock.ts'
import type { RecordNode } from './node-watch.ts'

/**
 * The outcome of a settlement. `unknown` may still succeed, which `lookUp` tells later. `unavailable`: nothing was sent, through no fault
 * of the payer's. `final`: it failed in a block, so that it must not be tried again.
 */
export type Settlement =
  | { readonly outcome: 'settled'; readonly transaction: string }
  | { readonly outcome: 'refused'; readonly reason: string; readonly final?: boolean }
  | { readonly outcome: 'unknown' | 'unavailable' }

/**
 * The state of an authorization on chain. `used`: it was paid, and cannot be used again. `lapsed`: it was not used and never will be,
 * since it expired or its payer cancelled it. `open`: neither yet.
 */
export type AuthorizationState =
  | { readonly state: 'used'; readonly transaction: string; readonly atMs: UnixMs }
  | { readonly state: 'open' }
  | { readonly state: 'lapsed' }

/** Takes payments: a facilitator verifies and settles, and the chain decides in doubt. */
export interface Payments {
  /**
   * Null when the payment could be settled now, else why not. Nothing is sent. What is `sold` is passed on for catalogues, as ours: what
   * the client wrote of it counts for nothing.
   * @throws AppError payment_unavailable when nobody could tell
   */
  verify(authorization: Authorization, sold?: SoldResource): Promise<string | null>
  /** Settles, and waits for the chain. Never throws: an uncertain outcome is `unknown`. The token accepts an authorization once. */
  settle(authorization: Authorization, sold?: SoldResource): Promise<Settlement>
  /** The state on chain; a use is searched from `sinceMs` on. */
  lookUp(
    payment: Pick<Payment, 'network' | 'payer' | 'nonce' | 'payTo' | 'amountUsdMicros' | 'validBeforeMs'>,
    sinceMs: UnixMs,
  ): Promise<AuthorizationState>
  /** The wallet of the facilitator in this process, which pays for settlements, and what it holds; absent with an external one. */
  readonly gasWallet?: { readonly wallet: Wallet; balanceWei(): Promise<Wei> }
  /** The wallets of facilitators that a payer has to name. */
  wallets(): Promise<FacilitatorWallets>
}

/** The cost of a settlement by the facilitator in this process. */
export interface GasOrder {
  readonly payer: string
  /** The payer's address has code, which decides how much gas the signature check takes. */
  readonly contract: boolean
  /** The most that it can cost. */
  readonly weiMax: Wei
}

/** The gas budget of a facilitator in this process; every settlement reserves its maximum before it is sent. */
export interface GasBudget {
  /** Most gas that one settlement may have. */
  readonly gasMax: bigint
  /** Reserves nothing; refuses when today's budget does not cover the cost. */
  check(order: GasOrder): Promise<void>
  /** Reserves the cost; null when today's budget does not cover it. */
  take(order: GasOrder): Promise<TakenGas | null>
  /** Replaces the reserved maximum by the actual cost, and records the outcome, once: a second correction changes nothing. */
  correct(taken: TakenGas, paidWei: Wei, outcome: 'settled' | 'failed'): Promise<void>
}

/** The reservation of one settlement, with the most that it can cost. */
export interface TakenGas extends Pick<GasOrder, 'weiMax'> {
  readonly id: string
}

/** Errors of each method. */
export const GAS_BUDGET_REFUSALS = { check: ['payment_budget_exceeded'], take: [], correct: [] } as const satisfies Refusals<GasBudget>

/** Errors of each method of `Payments`, including those of the gas budget. */
export const PAYMENTS_REFUSALS = {
  verify: ['payment_unavailable', ...GAS_BUDGET_REFUSALS.check],
  settle: [],
  lookUp: ['payment_unavailable'],
  wallets: [],
} as const satisfies Refusals<Payments>

/** The payment of a call, for the work that it pays for. */
export interface PaidRun {
  /** The payment's id, the same in every run. */
  readonly paymentId: string
  /** The run's id: an operation of this run has it as its `idempotencyId`, so that the run can be resumed. */
  readonly runId: string
  /**
   * Charges the payment, once, and leases the run: a later run of the same payment takes the lease over, after which this one can write
   * no operation. A call that succeeds is charged in any case; one that is refused before this is not.
   */
  charge(): Promise<void>
}

/** Errors of each method. */
export const PAID_RUN_REFUSALS = {
  charge: ['payment_refused', 'payment_unavailable', 'payment_unresolved', 'payment_in_progress'],
} as const satisfies Refusals<PaidRun>

declare const charged: unique symbol

/**
 * Work whose payment was charged, or that has none, so that it may be stored or handed out. Only `chargeFor` makes one, so that work
 * whose charge was forgotten does not compile.
 */
export type Charged<Work> = Work & { readonly [charged]: true }

/** A paid call under way. */
export interface PaidCall extends PaidRun {
  /** Its current state. */
  readonly payment: () => Payment
  /** The work succeeded: charges it if that was not done before, and finishes the payment. */
  finish(answer: StoredAnswer | null): Promise<void>
  /** The work failed: the payment is deleted if it was not charged, and a refund is due if it was. */
  fail(code: ErrorCode): Promise<void>
}

/** Errors of each method. */
export const PAID_CALL_REFUSALS = {
  ...PAID_RUN_REFUSALS,
  payment: [],
  finish: PAID_RUN_REFUSALS.charge,
  fail: ['payment_in_progress'],
} as const satisfies Refusals<PaidCall>

/** A request with a payment whose form and terms are checked. */
export interface PaidRequest {
  readonly authorization: Authorization
  readonly route: string
  /** The hash of method, path, body and idempotency key. */
  readonly fingerprint: string
  readonly idempotencyKey: string | null
  /** The client's rate-limit key. */
  readonly client: string
  readonly sold: SoldResource
}

/** How the request continues: it runs, or gets its earlier answer. */
export type Admission =
  | { readonly call: PaidCall; readonly caller: Caller }
  | { readonly call: null; readonly answer: StoredAnswer; readonly payment: Payment }

/** Admits a request by its payment, or refuses it: see features/payments/admit-payment.ts for the errors. */
export type AdmitPayment = (request: PaidRequest) => Promise<Admission>

/** What payments are taken by: the budget, the time and the ear of this process. */
export interface PaymentMeans {
  /** The gas budget of the facilitator in this process. */
  readonly gasBudget: GasBudget
  readonly time: MachineTime
  readonly recordNode?: RecordNode
}
