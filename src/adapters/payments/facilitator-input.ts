import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { getAddress } from 'viem'
import type { Authorization } from '../../domain/payments/payment.ts'
import { requirementsOf } from '../../domain/payments/payment-requirements.ts'

/**
 * The input of a facilitator. The requirements are ours, whatever the client wrote; a payment of version 1 signs the same message, and is
 * converted to version 2.
 */
export function facilitatorInput(
  authorization: Authorization,
  payTo: string,
): { payload: PaymentPayload; requirements: PaymentRequirements } {
  const { payer, amountUsdMicros, validAfterSec, validBeforeSec, nonce, signature } = authorization
  const requirements = requirementsOf({ payTo, amountUsdMicros }) as PaymentRequirements
  const payload: PaymentPayload = {
    x402Version: 2,
    accepted: requirements,
    payload: {
      signature,
      authorization: {
        from: getAddress(payer),
        to: payTo,
        value: amountUsdMicros.toString(),
        validAfter: String(validAfterSec),
        validBefore: String(validBeforeSec),
        nonce,
      },
    },
  }
  return { payload, requirements }
}
