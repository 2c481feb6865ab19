import { type MicroLamports, microLamports } from '../../../../domain/brands.ts'

/** Bounds per compute unit: less is not worth its bytes, more would be overpaying during congestion. */
const UNIT_PRICE_MICROLAMPORTS_MIN = microLamports(10_000)
const UNIT_PRICE_MICROLAMPORTS_MAX = microLamports(1_000_000)

/** The 75th percentile of recent prioritization fees per compute unit, within fixed bounds. */
export function priorityFeeOf(recent: readonly MicroLamports[]): MicroLamports {
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const priceMicroLamports = sorted[Math.floor(sorted.length * 0.75)] ?? UNIT_PRICE_MICROLAMPORTS_MIN
  if (priceMicroLamports < UNIT_PRICE_MICROLAMPORTS_MIN) return UNIT_PRICE_MICROLAMPORTS_MIN
  return priceMicroLamports > UNIT_PRICE_MICROLAMPORTS_MAX ? UNIT_PRICE_MICROLAMPORTS_MAX : priceMicroLamports
}
