import { type Lamports, lamports, type MicroLamports, microLamports } from '../../../../domain/brands.ts'
import type { TransactionStep } from '../../../../domain/operation.ts'

/** Bounds per compute unit: less is not worth its bytes, more would be overpaying during congestion. */
const UNIT_PRICE_MICROLAMPORTS_MIN = microLamports(10_000)
const UNIT_PRICE_MICROLAMPORTS_MAX = microLamports(1_000_000)

/** What a transaction of this launchpad does: the steps of another chain are none of its own. */
export type PumpStep = Exclude<TransactionStep, 'split' | 'payout'>

/**
 * Most compute units that each step used on the real programs, plus a margin for program address searches, whose length differs from mint
 * to mint.
 */
const COMPUTE_UNITS: Record<PumpStep, number> = {
  'lookup-table': 40_000,
  create: 180_000,
  lock: 320_000,
  buy: 200_000,
  burn: 10_000,
  distribute: 260_000,
  transfer: 1_000,
}

/** The 75th percentile of recent prioritization fees per compute unit, within fixed bounds. */
export function unitPriceMicroLamportsOf(recent: readonly MicroLamports[]): MicroLamports {
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const priceMicroLamports = sorted[Math.floor(sorted.length * 0.75)] ?? UNIT_PRICE_MICROLAMPORTS_MIN
  if (priceMicroLamports < UNIT_PRICE_MICROLAMPORTS_MIN) return UNIT_PRICE_MICROLAMPORTS_MIN
  return priceMicroLamports > UNIT_PRICE_MICROLAMPORTS_MAX ? UNIT_PRICE_MICROLAMPORTS_MAX : priceMicroLamports
}

/** Compute units to request (the sum of the steps by default), and their cost at this price. */
export function budgetOf(
  steps: readonly PumpStep[],
  unitPriceMicroLamports: MicroLamports,
  computeUnits = steps.reduce((sum, step) => sum + COMPUTE_UNITS[step], 0),
): { computeUnits: number; priorityFeeLamports: Lamports } {
  return { computeUnits, priorityFeeLamports: lamports((BigInt(computeUnits) * unitPriceMicroLamports) / 1_000_000n) }
}
