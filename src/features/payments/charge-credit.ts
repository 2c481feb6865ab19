import { AppError } from '../../domain/errors.ts'
import { unixMs, type Wallet } from '../../domain/brands.ts'
import { type Authorization, CREDIT_NETWORK, type Payment, PAYMENT_LEASE_MS } from '../../domain/payments/payment.ts'
import type { PaymentFailure } from '../../domain/payments/payment-failure.ts'
import { paymentRefused } from '../../domain/payments/payment-requirements.ts'
import type { PaidRequest } from '../../ports/payments.ts'
import type { PaymentLease } from '../../ports/storage/money/payments.ts'
import type { PaymentDeps } from './move-payment.ts'

type CreditDeps = Pick<PaymentDeps, 'storage' | 'clock' | 'metrics'>

/** The request with the wallet that paid its session's balance as payer; one with a payment of its own as it is. */
export async function withCreditPayer({ storage }: Pick<PaymentDeps, 'storage'>, request: PaidRequest): Promise<PaidRequest> {
  const { sessionKey } = request.authorization
  if (sessionKey === undefined) return request
  const credit = await storage.credits.find(sessionKey)
  if (!credit) throw paymentRefused('unknown_session')
  return { ...request, authorization: { ...request.authorization, payer: credit.payer } }
}

/** Null when the session's balance covers the call now, else why not. */
export async function creditProblem(
  { storage }: Pick<PaymentDeps, 'storage'>,
  sessionKey: Wallet,
  { amountUsdMicros }: Pick<Authorization, 'amountUsdMicros'>,
): Promise<string | null> {
  const credit = await storage.credits.find(sessionKey)
  return credit && credit.balanceUsdMicros >= amountUsdMicros ? null : 'insufficient_balance'
}

/**
 * Takes a claimed payment from its session's balance, in the commit that makes it settled.
 * @throws AppError payment_refused when less is left; the payment is deleted then
 */
export async function chargeCredit(deps: CreditDeps, held: PaymentLease, payment: Payment, sessionKey: Wallet): Promise<Payment> {
  const { storage, clock, metrics } = deps
  const nowMs = clock.nowMs()
  const charged = await storage.transaction(async (tx) => {
    if (!(await tx.credits.spend(sessionKey, payment.amountUsdMicros))) return null
    const changes = { state: 'settled', transaction: payment.id } as const
    const moved = await tx.payments.move(held, changes, { nowMs, untilMs: unixMs(nowMs + PAYMENT_LEASE_MS) })
    if (!moved) throw new AppError('payment_in_progress')
    return moved
  })
  if (!charged) {
    await storage.payments.release(held)
    throw paymentRefused('insufficient_balance')
  }
  metrics.count('svc_payments_total', { state: 'settled' })
  return charged
}

/** Gives the balance back what a call took whose work failed, in the commit that ends its payment. */
export async function giveCreditBack(deps: CreditDeps, held: PaymentLease, payment: Payment, failure: PaymentFailure): Promise<Payment> {
  const { storage, clock, metrics } = deps
  const nowMs = clock.nowMs()
  const ended = await storage.transaction(async (tx) => {
    const moved = await tx.payments.move(held, { state: 'refunded', failure }, { nowMs, untilMs: nowMs })
    if (!moved) throw new AppError('payment_in_progress')
    await tx.credits.giveBack(payment.payTo as Wallet, payment.amountUsdMicros)
    return moved
  })
  metrics.count('svc_payments_total', { state: 'refunded' })
  return ended
}

/** Whether a prepaid balance pays it. */
export const isOfCredit = ({ network }: Pick<Payment, 'network'>): boolean => network === CREDIT_NETWORK
