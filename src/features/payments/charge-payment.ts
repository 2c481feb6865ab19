import { unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Authorization, Payment } from '../../domain/payments/payment.ts'
import { paymentRefused } from '../../domain/payments/payment-requirements.ts'
import type { AuthorizationState, Settlement } from '../../ports/payments.ts'
import type { PaymentLease } from '../../ports/storage/money/payments.ts'
import { StorageFault } from '../../ports/storage/storage-fault.ts'
import { type PaymentDeps, movePayment } from './move-payment.ts'
import { failureWord, type PaymentFailure, refusedBecause, verdictOf } from '../../domain/payments/payment-failure.ts'

/** How far the chain's clock may lag behind ours: a use of the nonce older than that was not for this payment. */
const CLOCK_SKEW_MS = 60_000
const LOOK_AGAIN_MS = 5_000
/** How long after the authorization's expiry until its last possible block is seen by every node. */
const AFTERMATH_MS = 60_000

/**
 * Settles a payment in state `settling`, and returns it settled. Unless the facilitator reports success, the chain is asked: the payment
 * counts as refused only where the authorization is unused, and as unknown only where nobody can tell.
 *
 * @throws AppError payment_refused when nothing was charged | payment_unavailable when nothing was sent |
 *   payment_unresolved when it may have been; the same payment may be sent again after both
 */
export async function chargePayment(
  deps: PaymentDeps,
  held: PaymentLease,
  payment: Payment,
  authorization: Authorization,
): Promise<Payment> {
  const asked = await deps.payments.settle(authorization)
  try {
    return await recordSettlement(deps, held, payment, asked)
  } catch (error) {
    // It may be charged without a record of it: the sweep finds out, and so does the same payment sent again.
    if (error instanceof StorageFault) throw new AppError('payment_unresolved', {}, { cause: error })
    throw error
  }
}

async function recordSettlement(deps: PaymentDeps, held: PaymentLease, payment: Payment, asked: Settlement): Promise<Payment> {
  if (asked.outcome === 'settled') {
    const settled = await recordSettled(deps, held, asked.transaction)
    if (settled) return settled
  }
  const settlement = await lookUpSettlement(deps, payment)
  if (settlement?.state === 'used') {
    const settled = await recordSettled(deps, held, settlement.transaction)
    if (settled) return settled
  }
  const failure = asked.outcome === 'refused' ? refusedBecause(asked.reason) : verdictOf('expired')
  // A settlement that failed in a block is not sent again, even while the chain cannot be asked: the sweep asks later.
  const final = asked.outcome === 'refused' && asked.final === true
  if (
    settlement?.state === 'lapsed' ||
    (settlement?.state !== 'used' && final) ||
    (settlement?.state === 'open' && asked.outcome === 'refused')
  ) {
    await rejectPayment(deps, held, payment, failure)
    throw paymentRefused(failureWord(failure))
  }
  const unsent = asked.outcome === 'unavailable'
  await movePayment(deps, held, { state: 'unknown' }, unsent ? 0 : LOOK_AGAIN_MS)
  throw new AppError(unsent ? 'payment_unavailable' : 'payment_unresolved')
}

/**
 * Records the settlement by this transaction. Null when the transaction settled another payment already, which is impossible for an
 * honest answer.
 */
export async function recordSettled(deps: PaymentDeps, held: PaymentLease, transaction: string): Promise<Payment | null> {
  try {
    return await movePayment(deps, held, { state: 'settled', transaction })
  } catch (error) {
    if (error instanceof AppError || error instanceof StorageFault) throw error
    deps.log.error('a transaction is said to settle two payments', { paymentId: held.id, transaction, error })
    return null
  }
}

/** Records that it was not settled; while it still could be, the sweep keeps checking. */
export const rejectPayment = (
  deps: PaymentDeps,
  held: PaymentLease,
  { validBeforeMs }: Payment,
  failure: PaymentFailure,
): Promise<Payment> =>
  movePayment(deps, held, { state: 'rejected', failure }, Math.max(0, validBeforeMs + AFTERMATH_MS - deps.clock.machineMs()))

/** The state of the nonce on chain; null when the chain does not answer. A use before the payment arrived does not count. */
export async function lookUpSettlement({ payments, log }: PaymentDeps, payment: Payment): Promise<AuthorizationState | null> {
  const { createdAtMs } = payment
  try {
    const settlement = await payments.lookUp(payment, unixMs(createdAtMs - CLOCK_SKEW_MS))
    return settlement
  } catch (error) {
    log.warn('the chain does not tell of a payment', { paymentId: payment.id, error })
    return null
  }
}
