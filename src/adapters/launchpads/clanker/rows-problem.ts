import { isAddress, zeroAddress } from 'viem'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import { CLANKER_FACTS } from './facts.ts'

/** Why the locker refuses these rows, null when it accepts them. Checked before building, since its own errors are less clear. */
export function rowsProblem(rows: CoinPlan['shareholders']): string | null {
  if (rows.length === 0) return 'no shareholders'
  if (rows.length > CLANKER_FACTS.shareholdersMax) return `more than ${CLANKER_FACTS.shareholdersMax} shareholders`
  if (rows.some(({ wallet }) => !isAddress(wallet) || wallet === (zeroAddress as string))) return 'a shareholder is not an EVM address'
  if (new Set(rows.map(({ wallet }) => wallet.toLowerCase())).size !== rows.length) return 'a shareholder is there twice'
  if (rows.some(({ bps }) => !Number.isInteger(bps) || bps <= 0)) return 'a share is zero'
  return rows.reduce((sum, { bps }) => sum + bps, 0) === 10_000 ? null : 'shares do not add to 10,000'
}
