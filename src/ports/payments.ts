import type { Caller } from '../domain/api-key.ts'
import type { UnixMs } from '../domain/brands.ts'
import type { Authorization, StoredAnswer, Payment } from '../domain/payments/payment.ts'
import type { Refusals } from './refusals.ts'

/**
 * What came of asking for a settlement. `unknown` may still come true, and is told by `lookUp` later. `final`: it was in a
 * block without effect, so it must not be asked for again.
 */
export type Settlement =
  | { readonly outcome: 'settled'; readonly transaction: string }
  | { readonly outcome: 'refused'; readonly reason: string; readonly final?: boolean }
  | { readonly outcome: 'unknown' }

/**
 * What the chain has of an authorization. `used`: it was paid, and never is again. `lapsed`: it was not and never will be, since its
 * time is over or its payer cancelled it. `open`: neither yet.
 */
export type AuthorizationState =
  | { readonly state: 'used'; readonly transaction: string; readonly atMs: UnixMs }
  | { readonly state: 'open' }
  | { readonly state: 'lapsed' }

/** Takes payments: a facilitator that checks and settles, and the chain that has the last word. */
export interface Payments {
  /**
   * Null when the payment could be settled now, else why not; unavailable when nobody could tell. Nothing is sent.
   * @throws AppError payment_unavailable | payment_budget_exceeded
   */
  verify(authorization: Authorization): Promise<string | null>
  /** Settles, and waits for the chain. Never throws: what is not known is `unknown`. The token takes an authorization once. */
  settle(authorization: Authorization): Promise<Settlement>
  /**
   * What the chain says by itself; a use is looked for from `sinceMs` on.
   * @throws AppError payment_unavailable
   */
  lookUp(payment: Pick<Payment, 'payer' | 'nonce' | 'payTo' | 'amount' | 'validBeforeMs'>, sinceMs: UnixMs): Promise<AuthorizationState>
}

/** What a settlement may cost the facilitator in this process. */
export interface GasOrder {
  readonly payer: string
  /** The payer's address has code: how much gas its signature takes is its own decision. */
  readonly contract: boolean
  /** Most that it can cost. */
  readonly wei: bigint
}

/** The gas that a facilitator in this process may spend; every settlement is taken out of it before it is sent. */
export interface GasBudget {
  /** Most gas that one settlement may have. */
  readonly gasMax: bigint
  /** Takes nothing; refuses when today's budget has not so much left. @throws AppError payment_budget_exceeded */
  check(order: GasOrder): Promise<void>
  /** Writes it down and gives its id; null when today's budget has not so much left. */
  take(order: GasOrder): Promise<string | null>
  /** Puts what it did cost in the place of what it could. */
  correct(id: string, wei: bigint): Promise<void>
}

/** What each of these may throw. */
export const GAS_BUDGET_REFUSALS = { check: ['payment_budget_exceeded'], take: [], correct: [] } as const satisfies Refusals<GasBudget>

/** What each method of `Payments` may throw: what a facilitator in this process may spend is one of its reasons. */
export const PAYMENTS_REFUSALS = {
  verify: ['payment_unavailable', ...GAS_BUDGET_REFUSALS.check],
  settle: [],
  lookUp: ['payment_unavailable'],
} as const satisfies Refusals<Payments>

/** The payment of a call, as the work it pays for sees it. */
export interface PaidRun {
  /** The same in every run of one payment. */
  readonly paymentId: string
  /** An operation of this run has it as its `idempotencyId`, so that the run can be taken up again. */
  readonly runId: string
  /**
   * Takes the payment, once, and claims the run: a later run of the same payment takes the claim, and this one can write no
   * operation any more. A call that ends well is charged in any case, and one that is refused before is not.
   * @throws AppError payment_refused | payment_unresolved | payment_in_progress
   */
  charge(): Promise<void>
}

/** What each of these may throw. */
export const PAID_RUN_REFUSALS = {
  charge: ['payment_refused', 'payment_unresolved', 'payment_in_progress'],
} as const satisfies Refusals<PaidRun>

declare const charged: unique symbol

/**
 * What may be kept of a call, or handed to somebody else: its payment was taken, or it has none. Only `chargeFor` makes one,
 * so that nothing is written for a call whose charge was forgotten.
 */
export type Charged<Work> = Work & { readonly [charged]: true }

/** A paid call under way. */
export interface PaidCall extends PaidRun {
  /** As it stands now. */
  readonly payment: () => Payment
  /**
   * The work ended well: charges it if that was not done before, and from now on it is over.
   * @throws AppError payment_refused | payment_unresolved | payment_in_progress
   */
  finish(answer: StoredAnswer | null): Promise<void>
  /**
   * The work failed: the payment is forgotten if it was not charged, and a refund is due if it was.
   * @throws AppError payment_in_progress
   */
  fail(code: string): Promise<void>
}

/** What each of these may throw. */
export const PAID_CALL_REFUSALS = {
  ...PAID_RUN_REFUSALS,
  payment: [],
  finish: PAID_RUN_REFUSALS.charge,
  fail: ['payment_in_progress'],
} as const satisfies Refusals<PaidCall>

/** A request that brings a payment. Its form and terms are checked. */
export interface PaidRequest {
  readonly authorization: Authorization
  readonly route: string
  /** Of method, path, body and idempotency key. */
  readonly fingerprint: string
  readonly idempotencyKey: string | null
  /** What the client's address is counted by. */
  readonly client: string
}

/** What becomes of the request: it runs, or is answered as it was before. */
export type Admission =
  { readonly call: PaidCall; readonly caller: Caller } | { readonly call: null; readonly answer: StoredAnswer; readonly payment: Payment }

/** Lets a request in on its payment, and refuses one that buys nothing: features/payments/admit-payment.ts says with what. */
export type AdmitPayment = (request: PaidRequest) => Promise<Admission>
