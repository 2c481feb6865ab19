import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { getAddress } from 'viem'
import type { Authorization, Permit2Terms } from '../../domain/payments/payment.ts'
import { permit2RequirementsOf, requirementsOf, solanaRequirementsOf } from '../../domain/payments/payment-requirements.ts'
import { readPermit2Nonce } from '../../domain/payments/permit2-transfer.ts'
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
    payload: signedOf(authorization, recipients),
  }
  return { payload, requirements }
}

function requirementsFor({ solana, permit2, amountUsdMicros }: Authorization, { payTo, solanaPayTo }: PaymentRecipients) {
  if (permit2) return permit2RequirementsOf({ payTo, amountUsdMicros }, permit2)
  if (!solana) return requirementsOf({ payTo, amountUsdMicros })
  if (solanaPayTo === null) throw new Error('no payments are taken on Solana')
  return solanaRequirementsOf({ payTo: solanaPayTo, feePayer: solana.feePayer }, amountUsdMicros)
}

function signedOf(authorization: Authorization, recipients: PaymentRecipients): PaymentPayload['payload'] {
  const { solana, permit2 } = authorization
  if (solana) return { transaction: solana.transaction }
  return permit2 ? signedPermit(authorization, permit2, recipients) : signedTransfer(authorization, recipients)
}

const signedPermit = (
  { payer, amountUsdMicros, validAfterSec, validBeforeSec, nonce, signature }: Authorization,
  { spender, token, facilitator }: Permit2Terms,
  { payTo }: Pick<PaymentRecipients, 'payTo'>,
) => ({
  signature,
  permit2Authorization: {
    from: getAddress(payer),
    permitted: { token: getAddress(token), amount: amountUsdMicros.toString() },
    spender: getAddress(spender),
    nonce: readPermit2Nonce(nonce)!,
    deadline: String(validBeforeSec - 1),
    witness: {
      to: payTo,
      ...(facilitator === null ? {} : { facilitator: getAddress(facilitator) }),
      validAfter: String(validAfterSec),
    },
  },
})

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
