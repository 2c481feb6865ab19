import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { getAddress } from 'viem'
import type { Authorization } from '../../domain/payments/payment.ts'
import { requirementsOf, solanaRequirementsOf } from '../../domain/payments/payment-requirements.ts'
import type { SoldResource } from '../../domain/payments/sold-resource.ts'

/** Who is paid: the address on Base, and the wallet on Solana. */
export interface PaymentRecipients {
  readonly payTo: string
  readonly solanaPayTo: string | null
}

/**
 * The input of a facilitator. The requirements are ours, whatever the client wrote; a payment of version 1 signs the same message, and is
 * converted to version 2. What is sold is ours too: what a catalogue says of this service is never a payer's text.
 */
export function facilitatorInput(
  authorization: Authorization,
  recipients: PaymentRecipients,
  sold?: SoldResource,
): { payload: PaymentPayload; requirements: PaymentRequirements } {
  const requirements = requirementsFor(authorization, recipients) as PaymentRequirements
  const payload: PaymentPayload = {
    x402Version: 2,
    ...(sold ? { resource: { ...sold.resource, tags: [...sold.resource.tags] }, extensions: sold.extensions } : {}),
    accepted: requirements,
    payload: authorization.solana ? { transaction: authorization.solana.transaction } : signedTransfer(authorization, recipients),
  }
  return { payload, requirements }
}

function requirementsFor({ solana, amountUsdMicros }: Authorization, { payTo, solanaPayTo }: PaymentRecipients) {
  if (!solana) return requirementsOf({ payTo, amountUsdMicros })
  if (solanaPayTo === null) throw new Error('no payments are taken on Solana')
  return solanaRequirementsOf({ payTo: solanaPayTo, feePayer: solana.feePayer }, amountUsdMicros)
}

const signedTransfer = (
  { payer, amountUsdMicros, validAfterSec, validBeforeSec, nonce, signature }: Authorization,
  { payTo }: Pick<PaymentRecipients, 'payTo'>,
) => ({
  signature,
  authorization: {
    from: getAddress(payer),
    to: payTo,
    value: amountUsdMicros.toString(),
    validAfter: String(validAfterSec),
    validBefore: String(validBeforeSec),
    nonce,
  },
})
