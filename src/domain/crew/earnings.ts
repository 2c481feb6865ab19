import { type Bps, bps, type Wallet } from '../brands.ts'
import { largestRemainder } from '../money/largest-remainder.ts'
import type { Earnings } from './earnings-field.ts'

/** One wallet of the rule, and its part of all creator fees. */
export interface EarningsShare {
  readonly wallet: Wallet
  readonly handle: string
  readonly bps: Bps
}

interface NamedPart {
  readonly path: string
  readonly handle: string
  readonly wallet: Wallet
  readonly bps: number
}

/** The wallets of the rule in its order, the reserve last, each with where it stands in the request. */
export function partsOf({ parts = [], reserve }: Earnings): NamedPart[] {
  const named = parts.map((part, index) => ({
    path: `/earnings/parts/${index}`,
    handle: parts.length === 1 ? 'earnings' : `earnings ${index + 1}`,
    wallet: part.wallet as Wallet,
    bps: part.bps,
  }))
  if (!reserve) return named
  return [...named, { path: '/earnings/reserve', handle: 'reserve', wallet: reserve.wallet as Wallet, bps: reserve.bps }]
}

/** The agent's share divided by the rule, in whole basis points of all creator fees, exact by largest remainder. */
export function divideEarnings(earnings: Earnings, agentBps: Bps): EarningsShare[] {
  const parts = partsOf(earnings)
  const shares = largestRemainder(
    agentBps,
    parts.map((part) => BigInt(part.bps)),
  )
  return parts.map(({ wallet, handle }, index) => ({ wallet, handle, bps: bps(shares[index]!) }))
}
