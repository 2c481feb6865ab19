import { type Lamports, lamports, type MicroLamports } from '../../../../domain/brands.ts'
import type { TransactionStep } from '../../../../domain/operation.ts'

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

/** Compute units to request (the sum of the steps by default), and their cost at this price. */
export function computeBudgetOf(
  steps: readonly PumpStep[],
  unitPriceMicroLamports: MicroLamports,
  computeUnits = steps.reduce((sum, step) => sum + COMPUTE_UNITS[step], 0),
): { computeUnits: number; priorityFeeLamports: Lamports } {
  return { computeUnits, priorityFeeLamports: lamports((BigInt(computeUnits) * unitPriceMicroLamports) / 1_000_000n) }
}
