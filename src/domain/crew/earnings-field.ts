import { type Static, Type } from '@sinclair/typebox'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import { spelledWallet, WalletAddress } from '../text/wallet-address.ts'

/** What the parts of a rule total. */
export const WHOLE_BPS = 10_000

const EarningsPart = Type.Object(
  {
    wallet: WalletAddress(),
    bps: Type.Integer({ minimum: 1, maximum: WHOLE_BPS, description: 'Of the agent’s share, in basis points.' }),
  },
  { additionalProperties: false },
)

/** Who gets the agent's own share of the creator fees; all bps total 10,000. @see rules 10.36 */
export const Earnings = Type.Object(
  {
    parts: Type.Optional(Type.Array(EarningsPart, { minItems: 1, maxItems: FIELD_LIMITS.earningsPartsMax })),
    reserve: Type.Optional(EarningsPart),
    buyAndBurnBps: Type.Optional(Type.Integer({ minimum: 1, maximum: WHOLE_BPS, description: 'Buys the coin and burns it.' })),
  },
  { additionalProperties: false, description: 'Divides the launcher’s share among wallets, on chain; all bps total 10000.' },
)
Earnings.title = 'Earnings'

export type Earnings = Readonly<Static<typeof Earnings>>

/** The rule with each address as the record spells it. */
export const spelledEarnings = ({ parts, reserve, ...burn }: Earnings): Earnings => ({
  ...(parts ? { parts: parts.map((part) => ({ ...part, wallet: spelledWallet(part.wallet) })) } : {}),
  ...(reserve ? { reserve: { ...reserve, wallet: spelledWallet(reserve.wallet) } } : {}),
  ...burn,
})
