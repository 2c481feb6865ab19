import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { getAddress } from 'viem'
import type { Authorization } from '../../domain/payments/payment.ts'
import { requirementsOf } from '../../domain/payments/payment-requirements.ts'
import type { SoldResource } from '../../domain/payments/sold-resource.ts'

/**
 * The input of a facilitator. The requirements are ours, whatever the client wrote; a payment of version 1 signs the same message, and is
 * converted to version 2. What is sold is ours too: what a catalogue says of this service is never a payer's text.
 */
export function facilitatorInput(
  authorization: Authorization,
  payTo: string,
  sold?: SoldResource,
): { payload: PaymentPayload; requirements: PaymentRequirements } {
  const { payer, amountUsdMicros, validAfterSec, validBeforeSec, nonce, signature } = authorization
  const requirements = requirementsOf({ payTo, amountUsdMicros }) as PaymentRequirements
  const payload: PaymentPayload = {
    x402Version: 2,
    ...(sold ? { resource: { ...sold.resource, tags: [...sold.resource.tags] }, extensions: sold.extensions } : {}),
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
