import type { Caller } from '../../domain/api-key.ts'
import { unixMs } from '../../domain/brands.ts'
import { LIMITS } from '../../domain/limits.ts'
import { type Authorization, type Payment, PAYMENT_LEASE_MS, payerKeyId } from '../../domain/payments/payment.ts'
import type { PaidCall } from '../../ports/payments.ts'
import type { PaymentLease } from '../../ports/storage/money/payments.ts'
import { chargeCredit, giveCreditBack, isOfCredit } from './charge-credit.ts'
import { chargePayment } from './charge-payment.ts'
import { movePayment, type PaymentDeps } from './move-payment.ts'
import { type PaymentFailure, verdictOf } from '../../domain/payments/payment-failure.ts'

const LOOK_AGAIN_MS = 10_000

/** A call that this payment pays for. The authorization settles it; without one it was settled before. */
export function startPaidCall(deps: PaymentDeps, held: PaymentLease, admitted: Payment, authorization: Authorization | null): PaidCall {
  const { storage } = deps
  let payment = admitted
  let settling: Promise<void> | null = null
  let charging: Promise<void> | null = null
  const settle = async () => {
    if (payment.state === 'settled') return
    if (!authorization) throw new Error(`payment ${payment.id} has nothing to be settled with`)
    if (authorization.sessionKey !== undefined) {
      payment = await chargeCredit(deps, held, payment, authorization.sessionKey)
      return
    }
    payment = await movePayment(deps, held, { state: 'settling' })
    payment = await chargePayment(deps, held, payment, authorization)
  }
  const settleOnce = () => (settling ??= settle())
  const charge = async () => {
    await settleOnce()
    await claimRun(deps, payment)
  }
  return {
    paymentId: payment.id,
    runId: payment.runId,
    payment: () => payment,
    charge: () => (charging ??= charge()),
    async finish(answer) {
      await settleOnce()
      payment = await movePayment(deps, held, { state: 'done', failure: null, answer }, 0)
    },
    async fail(code) {
      if (payment.state === 'claimed') await storage.payments.release(held)
      if (payment.state !== 'settled') return
      const ended = await endRun(deps, held, payment, { by: 'error', code })
      // What was given back has no receipt.
      if (ended?.state === 'refunded') payment = { ...ended, transaction: null }
    },
  }
}

/** Leases the run of a payment to this request. Releasing the lease lets another request take the run over. */
async function claimRun({ storage, clock }: PaymentDeps, { payer, runId }: Payment): Promise<void> {
  const claim = { id: runId, scope: payerKeyId(payer), key: runId, fingerprint: runId }
  await storage.idempotency.claim({ ...claim, nowMs: clock.nowMs(), leaseMs: PAYMENT_LEASE_MS })
}

/**
 * Finishes a charged run without a waiting request: done when its operation is, else a refund is due. A run whose operation continues is
 * released, to be checked again, and then the answer is null. What a prepaid balance paid for such work is given back to it.
 */
export async function endRun(
  deps: Pick<PaymentDeps, 'storage' | 'clock' | 'metrics'>,
  held: PaymentLease,
  payment: Payment,
  failure: PaymentFailure,
): Promise<Payment | null> {
  const { id, runId } = payment
  const { storage, clock } = deps
  // A slow request of this run can write no operation from here on: nobody would pay for it.
  await storage.idempotency.release(runId)
  const operation = await storage.operations.findByIdempotency(runId)
  if (operation && operation.finishedAtMs === null) {
    await storage.payments.yield(held, unixMs(clock.nowMs() + LOOK_AGAIN_MS))
    return null
  }
  const done = operation ? operation.state !== 'failed' : await storage.credits.isPurchase(id)
  const cause: PaymentFailure = operation?.failure ? { by: 'error', code: operation.failure.code } : failure
  if (!done && isOfCredit(payment)) return giveCreditBack(deps, held, payment, cause)
  const end = done ? { state: 'done' as const, failure: verdictOf('unanswered') } : { state: 'refund_due' as const, failure: cause }
  return movePayment(deps, held, end, 0)
}

/** The caller of a paid call, with a common key's limits and no referral. */
export const payerCaller = (call: PaidCall): Caller => ({
  keyId: payerKeyId(call.payment().payer),
  operator: false,
  ops: false,
  requireApproval: false,
  launchesPerHour: LIMITS.launchesPerHourDefault,
  referral: null,
})
