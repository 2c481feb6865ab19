import { type Bps, bps, type Wallet } from '../brands.ts'
import { largestRemainder } from '../money/largest-remainder.ts'
import { BURN_UNDRAWN, BUY_AND_BURN, type BurnWallet } from './burn-wallet.ts'
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

/** The wallets of the rule in its order, each with where it stands in the request. */
export function partsOf({ parts = [], reserve, buyAndBurnBps }: Earnings, burn: BurnWallet = BURN_UNDRAWN): NamedPart[] {
  const named = parts.map((part, index) => ({
    path: `/earnings/parts/${index}`,
    handle: parts.length === 1 ? 'earnings' : `earnings ${index + 1}`,
    wallet: part.wallet as Wallet,
    bps: part.bps,
  }))
  if (reserve) named.push({ path: '/earnings/reserve', handle: 'reserve', wallet: reserve.wallet as Wallet, bps: reserve.bps })
  if (buyAndBurnBps === undefined) return named
  return [...named, { path: '/earnings/buyAndBurnBps', handle: BUY_AND_BURN, wallet: burn.wallet, bps: buyAndBurnBps }]
}

/** The agent's share divided by the rule, in whole basis points of all creator fees, exact by largest remainder. */
export function divideEarnings(earnings: Earnings, agentBps: Bps, burn?: BurnWallet): EarningsShare[] {
  const parts = partsOf(earnings, burn)
  const shares = largestRemainder(
    agentBps,
    parts.map((part) => BigInt(part.bps)),
  )
  return parts.map(({ wallet, handle }, index) => ({ wallet, handle, bps: bps(shares[index]!) }))
}
