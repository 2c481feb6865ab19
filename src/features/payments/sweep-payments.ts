import { unixMs } from '../../domain/brands.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/limits.ts'
import { type Payment, PAYMENT_LEASE_MS } from '../../domain/payments/payment.ts'
import type { PaymentLease } from '../../ports/storage/money/payments.ts'
import { lookUpSettlement, recordSettled, rejectPayment } from './charge-payment.ts'
import { endRun } from './payment-runs.ts'
import { type PaymentDeps, movePayment } from './move-payment.ts'
import { verdictOf } from '../../domain/payments/payment-failure.ts'

const SWEEP_PAYMENTS_MAX = 50
const LOOK_AGAIN_MS = 10_000
/** How long after its expiry a payment with an unknown outcome is waited for. */
const GIVE_UP_MS = DAY_MS

/**
 * Finishes payments without a working request: those of a process that died, settlements with an unknown outcome, and rejected ones once
 * more after their expiry. What cannot be decided until a day after expiry becomes `refund_due`. Sends nothing. Returns how many it
 * checked.
 */
export async function sweepPayments(deps: PaymentDeps): Promise<number> {
  const { storage, clock, ids, log } = deps
  const nowMs = clock.nowMs()
  const lease = ids.text(20)
  const due = await storage.payments.claimDue({ lease, nowMs, untilMs: unixMs(nowMs + PAYMENT_LEASE_MS), limit: SWEEP_PAYMENTS_MAX })
  await Promise.all(
    due.map(async (payment) => {
      try {
        await sweep(deps, { id: payment.id, lease }, payment)
      } catch (error) {
        log.warn('payment not brought to its end yet', { paymentId: payment.id, state: payment.state, error })
      }
    }),
  )
  return due.length
}

async function sweep(deps: PaymentDeps, held: PaymentLease, payment: Payment): Promise<void> {
  if (payment.state === 'claimed') return deps.storage.payments.release(held)
  if (payment.state === 'settled') return void (await endRun(deps, held, payment, verdictOf('interrupted')))
  const settlement = await lookUpSettlement(deps, payment)
  if (settlement?.state === 'lapsed')
    return void (await rejectPayment(deps, held, { ...payment, validBeforeMs: unixMs(0) }, payment.failure ?? verdictOf('expired')))
  if (settlement?.state === 'used') {
    const settled = await recordSettled(deps, held, settlement.transaction)
    if (settled) return void (await endRun(deps, held, settled, verdictOf('interrupted')))
  }
  // Its nonce was used in a transaction that settled another payment, or the outcome stays unknown: it must end.
  if (deps.clock.machineMs() > payment.validBeforeMs + GIVE_UP_MS) {
    deps.log.error('a payment was not proved in its time, and a refund is due', { paymentId: payment.id, state: payment.state })
    return void (await movePayment(deps, held, { state: 'refund_due', failure: verdictOf('unproven') }, 0))
  }
  if (payment.state === 'rejected') return deps.storage.payments.yield(held, unixMs(deps.clock.nowMs() + MINUTE_MS))
  await movePayment(deps, held, { state: 'unknown' }, LOOK_AGAIN_MS)
}
