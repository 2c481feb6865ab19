import { type Static, Type } from '@sinclair/typebox'
import type { FieldError } from '../errors/field-error.ts'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import { spelledWallet, WalletAddress } from '../text/wallet-address.ts'
import { divideEarnings, partsOf, WHOLE_BPS } from './earnings.ts'
import { feeMapOf, type Mode } from './fee-map.ts'
import { addressKey } from './payee.ts'

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
  },
  { additionalProperties: false, description: 'Divides the launcher’s share among wallets, on chain; all bps total 10000.' },
)
Earnings.title = 'Earnings'

export type Earnings = Readonly<Static<typeof Earnings>>

/** The rule with each address as the record spells it. */
export const spelledEarnings = ({ parts, reserve }: Earnings): Earnings => ({
  ...(parts ? { parts: parts.map((part) => ({ ...part, wallet: spelledWallet(part.wallet) })) } : {}),
  ...(reserve ? { reserve: { ...reserve, wallet: spelledWallet(reserve.wallet) } } : {}),
})

/** Every field of the rule that is wrong on any launchpad. */
export function earningsProblems({
  earnings,
  mode = 'agent',
  holderKol = false,
}: {
  readonly earnings?: Earnings
  readonly mode?: Mode
  readonly holderKol?: boolean
}): FieldError[] {
  if (!earnings) return []
  const path = '/earnings'
  if (holderKol) return [{ path, message: 'excludes holderKol: true, which locks no share of the agent’s at launch' }]
  const { agentBps } = feeMapOf(mode, false)
  if (agentBps === 0) return [{ path, message: `has nothing to divide: mode ${mode} gives the agent no part of the fees` }]
  const parts = partsOf(spelledEarnings(earnings))
  const totalBps = parts.reduce((sum, part) => sum + part.bps, 0)
  if (totalBps !== WHOLE_BPS) return [{ path, message: `parts and reserve total ${totalBps} basis points, not ${WHOLE_BPS}` }]
  const shares = divideEarnings(earnings, agentBps)
  const seen = new Set<string>()
  return parts.flatMap((part, index) => {
    const key = addressKey(part.wallet)
    const repeated = seen.has(key)
    seen.add(key)
    if (repeated) return [{ path: `${part.path}/wallet`, message: 'is named a second time' }]
    if (shares[index]!.bps > 0) return []
    return [{ path: `${part.path}/bps`, message: `is too small: it comes to nothing of the agent’s ${agentBps} basis points` }]
  })
}
