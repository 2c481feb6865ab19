import type { OperationId, Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Credit } from '../../domain/payments/credit.ts'
import type { Deps } from '../../ports/deps.ts'
import type { PaidRun } from '../../ports/payments.ts'
import { chargeFor } from '../operations/charge-for.ts'

/**
 * The session's balance with what this payment bought added to it, once however often the payment is repeated. Charged first, then written:
 * a payment that was charged and bought nothing is done again, or a refund of it is due.
 *
 * @throws AppError credit_session_taken when the session's balance was paid by another wallet | those of PaidRun.charge
 */
export async function buyCredit(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  payment: PaidRun,
  sessionKey: Wallet,
): Promise<Credit> {
  const paying = await storage.payments.find(payment.paymentId)
  if (!paying) throw new AppError('payment_in_progress')
  const { payer, amountUsdMicros, network, asset } = paying
  const taken = await storage.credits.find(sessionKey)
  if (taken && (taken.payer !== payer || taken.network !== network)) throw new AppError('credit_session_taken')
  const bought = await chargeFor(payment, { sessionKey, network, asset, payer, amountUsdMicros, createdAtMs: clock.nowMs() })
  return storage.transaction(async (tx) => {
    if (!(await tx.credits.isPurchase(payment.paymentId)) && !(await tx.idempotency.bind(payment.runId, payment.paymentId as OperationId)))
      throw new AppError('payment_in_progress')
    const credit = await tx.credits.buy(payment.paymentId, bought)
    if (!credit) throw new AppError('credit_session_taken')
    return credit
  })
}
