import type { UnixMs } from '../domain/brands.ts'
import type { Authorization, Payment, PaymentState } from '../domain/payment.ts'
import type { Page, PageRequest } from './storage.ts'

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
   * Null when the payment could be settled now, else why not. Nothing is sent.
   * @throws AppError payment_unavailable when nobody could tell | payment_budget_exceeded
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
export interface GasPurse {
  /** Most gas that one settlement may have. */
  readonly gasMax: bigint
  /** Takes nothing. @throws AppError payment_budget_exceeded when today's budget has not so much left */
  check(order: GasOrder): Promise<void>
  /** Writes it down and gives its id; null when today's budget has not so much left. */
  take(order: GasOrder): Promise<string | null>
  /** Puts what it did cost in the place of what it could. */
  settle(id: string, wei: bigint): Promise<void>
}

/** A payment that one request, or the sweep, has to itself until the lease ends. */
export interface PaymentLease {
  readonly id: string
  readonly lease: string
}

export interface PaymentRepo {
  /** Null when the payer's nonce, or its idempotency key, has a payment already. */
  claim(payment: Payment, lease: string, untilMs: UnixMs): Promise<Payment | null>
  find(id: string): Promise<Payment | null>
  findByNonce(nonce: Pick<Payment, 'network' | 'asset' | 'payer' | 'nonce'>): Promise<Payment | null>
  /** The payment of the request that this payer gave this idempotency key. */
  findByKey(payer: string, idempotencyKey: string): Promise<Payment | null>
  /** Takes a payment in that state that nobody holds; null when it is held, or in another state by now. */
  take(held: PaymentLease, from: PaymentState, times: { readonly nowMs: UnixMs; readonly untilMs: UnixMs }): Promise<Payment | null>
  /** Moves a payment that is held; null when the lease was lost. A state that is not open, and `unknown`, give it back. */
  move(held: PaymentLease, changes: PaymentMove, times: { readonly nowMs: UnixMs; readonly untilMs: UnixMs }): Promise<Payment | null>
  /** Gives a held payment back as it is. */
  yield(held: PaymentLease, nowMs: UnixMs): Promise<void>
  /** Forgets a payment that is held and was never sent to be settled. */
  release(held: PaymentLease): Promise<void>
  /** Takes open payments that nobody holds, and rejected ones whose time is over and that were not looked up since. */
  claimDue(lease: { readonly lease: string; readonly nowMs: UnixMs; readonly untilMs: UnixMs; readonly limit: number }): Promise<Payment[]>
  /** Ends every lease: for the only process, at its start. */
  releaseLeases(): Promise<void>
  /** Notes that the operator paid it back; null unless a refund was due. */
  refund(id: string, nowMs: UnixMs): Promise<Payment | null>
  /** Newest first; of one state, or of all. */
  list(page: PageRequest, state?: PaymentState): Promise<Page<Payment>>
  /** How many there are in each state. */
  countByState(): Promise<ReadonlyMap<PaymentState, number>>
  /** Removes rejected payments that nobody can settle since then. */
  forgetRejected(beforeMs: UnixMs): Promise<number>
  /** Frees idempotency keys of payments that ended before then, and forgets their answers. */
  prune(beforeMs: UnixMs): Promise<void>
}

/** What a payment becomes. */
export interface PaymentMove {
  readonly state: PaymentState
  readonly runId?: string
  readonly transaction?: string
  readonly failure?: string | null
  readonly answer?: Payment['answer']
}
