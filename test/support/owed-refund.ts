import { unixMs } from '../../src/domain/brands.ts'
import type { Payment } from '../../src/domain/payments/payment.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { paymentRow } from './storage-rows.ts'
import { readFailureWord } from '../../src/domain/payments/payment-failure.ts'

/** Stores a payment whose work failed, so that its refund is due, and returns its id. */
export async function owedRefund({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, changes: Partial<Payment> = {}): Promise<string> {
  const [id, nowMs] = [`pay_${changes.payer ?? 'one'}`, clock.nowMs()]
  const times = { nowMs, untilMs: unixMs(nowMs + 1_000) }
  await storage.payments.claim(paymentRow(id, { createdAtMs: nowMs, ...changes }), 'lease', times.untilMs)
  for (const change of [
    { state: 'settling' },
    { state: 'settled', transaction: `0x${id}` },
    { state: 'refund_due', failure: changes.failure ?? readFailureWord('upstream_unavailable') },
  ] as const)
    await storage.payments.move({ id, lease: 'lease' }, change, times)
  return id
}
