import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import { PUMP_FACTS } from '../facts.ts'

const BPS_TOTAL = 10_000

/**
 * The fee program's own error name for an invalid split, null for a valid one. Checked before building, since the SDK throws errors of
 * its own.
 *
 * @see idl/pump_fees.json errors 6010 to 6017
 */
export function splitProblem(shareholders: CoinPlan['shareholders']): string | null {
  if (shareholders.length === 0) return 'NoShareholders'
  if (shareholders.length > PUMP_FACTS.shareholdersMax) return 'TooManyShareholders'
  if (new Set(shareholders.map(({ wallet }) => wallet)).size !== shareholders.length) return 'DuplicateShareholder'
  if (shareholders.some(({ bps }) => !Number.isInteger(bps) || bps <= 0)) return 'ZeroShareNotAllowed'
  return shareholders.reduce((sum, { bps }) => sum + bps, 0) === BPS_TOTAL ? null : 'InvalidShareTotal'
}
