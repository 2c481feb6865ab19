import type { UnixMs } from '../../../domain/brands.ts'
import type { Payment, PaymentState } from '../../../domain/payments/payment.ts'
import type { PageRequest, Page } from '../page.ts'
import type { PaymentFailure } from '../../../domain/payments/payment-failure.ts'

/** A payment leased to one request, or to the sweep. */
export interface PaymentLease {
  readonly id: string
  readonly lease: string
}

/** Payments for calls, unique by nonce. A payment is leased while its request runs. */
export interface PaymentRepo {
  /** Null when the payer's nonce, or its idempotency key, has a payment already. */
  claim(payment: Payment, lease: string, untilMs: UnixMs): Promise<Payment | null>
  /** Null when there is none. */
  find(id: string): Promise<Payment | null>
  /** The payment with this nonce of the payer; null when there is none. */
  findByNonce(nonce: Pick<Payment, 'network' | 'asset' | 'payer' | 'nonce'>): Promise<Payment | null>
  /** Whether so many payments of this payer were ever settled. */
  hasSettled(payer: Pick<Payment, 'network' | 'asset' | 'payer'>, times?: number): Promise<boolean>
  /** The payment of the request with this payer's idempotency key. */
  findByKey(payer: string, idempotencyKey: string): Promise<Payment | null>
  /** Leases a payment in that state; null when it is leased, or in another state by now. */
  take(held: PaymentLease, from: PaymentState, times: { readonly nowMs: UnixMs; readonly untilMs: UnixMs }): Promise<Payment | null>
  /** Updates a leased payment; null when the lease was lost. A final state, and `unknown`, release the lease. */
  move(held: PaymentLease, changes: PaymentMove, times: { readonly nowMs: UnixMs; readonly untilMs: UnixMs }): Promise<Payment | null>
  /** Releases the lease without a change. */
  yield(held: PaymentLease, nowMs: UnixMs): Promise<void>
  /** Deletes a leased payment that was never sent to be settled. */
  release(held: PaymentLease): Promise<void>
  /** Leases open payments that nobody works on, and rejected ones that expired and were not looked up since. */
  claimDue(lease: { readonly lease: string; readonly nowMs: UnixMs; readonly untilMs: UnixMs; readonly limit: number }): Promise<Payment[]>
  /** Ends every lease: for the only process, at its start. */
  releaseLeases(): Promise<void>
  /** Records that the operator refunded it; null unless a refund was due. */
  refund(id: string, nowMs: UnixMs): Promise<Payment | null>
  /** Newest first; of one state, or of all. */
  list(page: PageRequest, state?: PaymentState): Promise<Page<Payment>>
  /** How many there are in each state. */
  countByState(): Promise<ReadonlyMap<PaymentState, number>>
  /** Deletes at most `limit` rejected payments that nobody can settle since then; returns how many. */
  forgetRejected(beforeMs: UnixMs, limit: number): Promise<number>
  /** Deletes idempotency keys and stored answers of at most `limit` payments that ended before then; returns how many. */
  prune(beforeMs: UnixMs, limit: number): Promise<number>
}

/** The update of a payment. */
export interface PaymentMove {
  readonly state: PaymentState
  readonly runId?: string
  readonly transaction?: string
  readonly failure?: PaymentFailure | null
  readonly answer?: Payment['answer']
}
