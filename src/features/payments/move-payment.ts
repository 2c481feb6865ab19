import { PAYMENT_LEASE_MS, type Payment } from '../../domain/payments/payment.ts'
import { AppError } from '../../domain/errors.ts'
import { unixMs } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Payments } from '../../ports/payments.ts'
import type { PaymentLease, PaymentMove } from '../../ports/storage/money/payments.ts'

/** What handling a payment needs. */
export type PaymentDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'metrics'> & { readonly payments: Payments }

/** Updates a payment that this request has leased. @throws AppError payment_in_progress when another has it by now */
export async function movePayment(
  { storage, clock, metrics }: Pick<PaymentDeps, 'storage' | 'clock' | 'metrics'>,
  held: PaymentLease,
  changes: PaymentMove,
  leaseMs: number = PAYMENT_LEASE_MS,
): Promise<Payment> {
  const nowMs = clock.nowMs()
  const moved = await storage.payments.move(held, changes, { nowMs, untilMs: unixMs(nowMs + leaseMs) })
  if (!moved) throw new AppError('payment_in_progress')
  metrics.count('svc_payments_total', { state: moved.state })
  return moved
}
