import type { FieldError } from '../errors/field-error.ts'
import { divideEarnings, partsOf } from './earnings.ts'
import { type Earnings, spelledEarnings, WHOLE_BPS } from './earnings-field.ts'
import { feeMapOf, type Mode } from './fee-map.ts'
import { sameWallet } from './payee.ts'

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
  if (totalBps !== WHOLE_BPS) return [{ path, message: `its parts total ${totalBps} basis points, not ${WHOLE_BPS}` }]
  const shares = divideEarnings(earnings, agentBps)
  return parts.flatMap((part, index) => {
    if (parts.slice(0, index).some(({ wallet }) => sameWallet(wallet, part.wallet)))
      return [{ path: `${part.path}/wallet`, message: 'is named a second time' }]
    if (shares[index]!.bps > 0) return []
    return [
      {
        path: part.path.endsWith('Bps') ? part.path : `${part.path}/bps`,
        message: `is too small: it comes to nothing of the agent’s ${agentBps} basis points`,
      },
    ]
  })
}
