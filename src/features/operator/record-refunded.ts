import { AppError } from '../../domain/errors.ts'
import { priceText } from '../../domain/money/price-text.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Payment } from '../../domain/payments/payment.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** Records that the operator pays this payment back: its request is not done again. */
export const recordRefund = (deps: Pick<Deps, 'storage' | 'clock' | 'ids'>, by: Actor, id: string): Promise<Payment> =>
  deps.storage.transaction(async (tx) => {
    const refunded = await tx.payments.refund(id, deps.clock.nowMs())
    if (!refunded) throw new AppError('refund_not_due')
    const detail = { price: priceText(refunded.amountUsdMicros), payer: refunded.payer }
    await recordAct(deps, tx, by, { kind: 'payment.refunded', subject: id, detail })
    return refunded
  })
