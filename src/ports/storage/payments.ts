import type { UnixMs } from '../../domain/brands.ts'
import type { Payment, PaymentState } from '../../domain/payments/payment.ts'
import type { PageRequest, Page } from './page.ts'

/** A payment that one request, or the sweep, has to itself until the lease ends. */
export interface PaymentLease {
  readonly id: string
  readonly lease: string
}

/** Payments for calls, each once by its nonce. A payment is held under a lease while its request runs. */
export interface PaymentRepo {
  /** Null when the payer's nonce, or its idempotency key, has a payment already. */
  claim(payment: Payment, lease: string, untilMs: UnixMs): Promise<Payment | null>
  /** Null when there is none. */
  find(id: string): Promise<Payment | null>
  /** The payment that took this nonce of the payer; null when none did. */
  findByNonce(nonce: Pick<Payment, 'network' | 'asset' | 'payer' | 'nonce'>): Promise<Payment | null>
  /** Whether a payment of this payer was ever settled. */
  hasSettled(payer: Pick<Payment, 'network' | 'asset' | 'payer'>): Promise<boolean>
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
  /** Records that the operator paid it back; null unless a refund was due. */
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
