import { unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Authorization, Payment } from '../../domain/payments/payment.ts'
import { paymentRefused, shownReason } from '../../domain/payments/payment-offer.ts'
import type { AuthorizationState, Settlement } from '../../ports/payments.ts'
import type { PaymentLease } from '../../ports/storage/payments.ts'
import { StorageFault } from '../../ports/storage/storage-fault.ts'
import { type PaymentDeps, movePayment } from './move-payment.ts'

/** How far the chain's clock may be behind ours: a use that is older than that was never made for this payment. */
const CLOCK_SKEW_MS = 60_000
const LOOK_AGAIN_MS = 5_000
/** After an authorization's time is over, its last block needs this long to be seen everywhere. */
const AFTERMATH_MS = 60_000

/**
 * Settles a payment that is written as `settling`, and returns it settled. Whatever a facilitator says but "settled", the chain
 * is asked: only where the authorization is unused it counts as refused, and only where nobody can tell it stays unknown.
 *
 * @throws AppError payment_refused: nothing was charged | payment_unresolved: the same payment may be sent again
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
    // It may be paid, and that could not be written down: the sweep finds out, and so does the same payment sent again.
    if (error instanceof StorageFault) throw new AppError('payment_unresolved', {}, { cause: error })
    throw error
  }
}

async function recordSettlement(deps: PaymentDeps, held: PaymentLease, payment: Payment, asked: Settlement): Promise<Payment> {
  if (asked.outcome === 'settled') {
    const settled = await recordSettled(deps, held, asked.transaction)
    if (settled) return settled
  }
  const settlement = await lookUp(deps, payment)
  if (settlement?.state === 'used') {
    const settled = await recordSettled(deps, held, settlement.transaction)
    if (settled) return settled
  }
  const reason = asked.outcome === 'refused' ? shownReason(asked.reason) : 'expired'
  // What was in a block without effect is not sent again, even where the chain cannot be asked just now: the sweep asks it.
  const final = asked.outcome === 'refused' && asked.final === true
  if (
    settlement?.state === 'lapsed' ||
    (settlement?.state !== 'used' && final) ||
    (settlement?.state === 'open' && asked.outcome === 'refused')
  ) {
    await rejectPayment(deps, held, payment, reason)
    throw paymentRefused(reason)
  }
  await movePayment(deps, held, { state: 'unknown' }, LOOK_AGAIN_MS)
  throw new AppError('payment_unresolved')
}

/** Writes that it was settled, by this transaction. Null when the transaction has settled another payment: that cannot be. */
export async function recordSettled(deps: PaymentDeps, held: PaymentLease, transaction: string): Promise<Payment | null> {
  try {
    return await movePayment(deps, held, { state: 'settled', transaction })
  } catch (error) {
    if (error instanceof AppError || error instanceof StorageFault) throw error
    deps.log.error('a transaction is said to settle two payments', { paymentId: held.id, transaction, error })
    return null
  }
}

/** Writes that it was not settled; while it still could be, the sweep goes on looking. */
export const rejectPayment = (deps: PaymentDeps, held: PaymentLease, { validBeforeMs }: Payment, reason: string): Promise<Payment> =>
  movePayment(deps, held, { state: 'rejected', failure: reason }, Math.max(0, validBeforeMs + AFTERMATH_MS - deps.clock.machineMs()))

/** What the chain says; null when it does not answer. A use from before the payment came is not a use of it. */
export async function lookUp({ payments, log }: PaymentDeps, payment: Payment): Promise<AuthorizationState | null> {
  const { createdAtMs } = payment
  try {
    const settlement = await payments.lookUp(payment, unixMs(createdAtMs - CLOCK_SKEW_MS))
    return settlement
  } catch (error) {
    log.warn('the chain does not tell of a payment', { paymentId: payment.id, error })
    return null
  }
}
