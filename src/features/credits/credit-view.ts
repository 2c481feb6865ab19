import { type Static, Type } from '@sinclair/typebox'
import { CREDIT_LIMITS, CREDIT_PRICE_TEXT, type Credit } from '../../domain/payments/credit.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Ok } from '../../domain/json.ts'
import { priceText } from '../../domain/money/price-text.ts'
import { Text } from '../../domain/text/text.ts'
import type { OwedRefund } from './refund-credit.ts'

/** Body of POST /api/credits. */
export const CreditOrder = Type.Object(
  {
    sessionKey: Text({
      minLength: 32,
      maxLength: FIELD_LIMITS.idMax,
      description: 'Public ed25519 key in base58, as Solana writes addresses: whoever signs with it spends the balance.',
    }),
    amountUsd: Type.Optional(
      Type.String({
        pattern: '^\\d{1,4}(\\.\\d{1,6})?$',
        maxLength: 16,
        description: `Dollars, ${CREDIT_PRICE_TEXT}: what this call costs; ${priceText(CREDIT_LIMITS.leastUsdMicros)} unless given.`,
      }),
    ),
  },
  { additionalProperties: false },
)

const amount = { balance: Type.String({ description: 'In atomic units of USDC.' }), balanceUsd: Type.String() }

/** Schema of a prepaid balance. */
export const CreditAnswer = Ok({ sessionKey: Type.String(), payer: Type.String(), ...amount })

/** The balance as JSON. */
export const creditAnswer = ({ sessionKey, payer, balanceUsdMicros }: Credit): Static<typeof CreditAnswer> => ({
  ok: true,
  sessionKey,
  payer,
  balance: balanceUsdMicros.toString(),
  balanceUsd: priceText(balanceUsdMicros),
})

/** Schema of what is paid back. */
export const RefundAnswer = Ok({
  refundId: Type.String({ description: 'The operator pays by hand; this names the refund.' }),
  payer: Type.String({ description: 'The wallet that paid, which is paid back.' }),
  network: Type.String(),
  refund: Type.String({ description: 'In atomic units of USDC.' }),
})

/** The refund as JSON. */
export const refundAnswer = ({ id, payer, network, amountUsdMicros }: OwedRefund): Static<typeof RefundAnswer> => ({
  ok: true,
  refundId: id,
  payer,
  network,
  refund: amountUsdMicros.toString(),
})
