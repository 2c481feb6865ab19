import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'

/** @see pump_fees error 6011 TooManyShareholders */
export const SHAREHOLDERS_MAX = 10

const BPS_TOTAL = 10_000

/**
 * The fee program's own error name for an invalid split, null for a valid one. Checked before building, since the SDK throws errors of
 * its own.
 *
 * @see idl/pump_fees.json errors 6010 to 6017
 */
export function splitProblem(shareholders: CoinPlan['shareholders']): string | null {
  if (shareholders.length === 0) return 'NoShareholders'
  if (shareholders.length > SHAREHOLDERS_MAX) return 'TooManyShareholders'
  if (new Set(shareholders.map(({ wallet }) => wallet)).size !== shareholders.length) return 'DuplicateShareholder'
  if (shareholders.some(({ bps }) => !Number.isInteger(bps) || bps <= 0)) return 'ZeroShareNotAllowed'
  return shareholders.reduce((sum, { bps }) => sum + bps, 0) === BPS_TOTAL ? null : 'InvalidShareTotal'
}
