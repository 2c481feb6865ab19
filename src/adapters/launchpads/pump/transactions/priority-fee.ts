import type { TransactionStep } from '../../../../domain/operation.ts'

/** Micro-lamports a compute unit: less is not worth its bytes, more is somebody else's auction. */
const UNIT_PRICE_MIN = 10_000n
const UNIT_PRICE_MAX = 1_000_000n

/**
 * Most compute units each step was seen to use on the real programs, with room for the search of program addresses,
 * whose length differs from mint to mint.
 */
const UNITS: Record<TransactionStep, number> = {
  'lookup-table': 40_000,
  create: 180_000,
  lock: 320_000,
  buy: 200_000,
  burn: 10_000,
  distribute: 260_000,
  transfer: 1_000,
  // Steps of other chains.
  split: 0,
  payout: 0,
}

/** The price that three of four recent payers were under, within fixed bounds. */
export function unitPriceOf(recent: readonly bigint[]): bigint {
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const price = sorted[Math.floor(sorted.length * 0.75)] ?? 0n
  if (price < UNIT_PRICE_MIN) return UNIT_PRICE_MIN
  return price > UNIT_PRICE_MAX ? UNIT_PRICE_MAX : price
}

/** Compute units to ask for (those of the steps unless said), and what they cost at the price. */
export function budgetOf(
  steps: readonly TransactionStep[],
  unitPrice: bigint,
  computeUnits = steps.reduce((sum, step) => sum + UNITS[step], 0),
): { computeUnits: number; priorityFeeLamports: bigint } {
  return { computeUnits, priorityFeeLamports: (BigInt(computeUnits) * unitPrice) / 1_000_000n }
}
