import { isAddress, zeroAddress } from 'viem'
import type { Shares } from './split-kind.ts'

/** Why these cannot be shares, at most so many; null when they can. Checked before building, since the contracts' errors are less clear. */
export function sharesProblem(shares: Shares, sharesMax: number): string | null {
  if (shares.length === 0) return 'no shareholders'
  if (shares.length > sharesMax) return `more than ${sharesMax} shareholders`
  if (shares.some(({ wallet }) => !isAddress(wallet) || wallet === (zeroAddress as string))) return 'a shareholder is not an EVM address'
  if (new Set(shares.map(({ wallet }) => wallet.toLowerCase())).size !== shares.length) return 'a shareholder is there twice'
  if (shares.some(({ bps }) => !Number.isInteger(bps) || bps <= 0)) return 'a share is zero'
  return shares.reduce((sum, { bps }) => sum + bps, 0) === 10_000 ? null : 'shares do not add to 10,000'
}
