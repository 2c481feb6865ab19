/** What an axis has to show. */
export interface PriceRange {
  readonly lowUnits: bigint
  readonly highUnits: bigint
}

/** Steps that a range is parted into at most; the axis has one or two more where its ends are not round. */
const STEPS = 4n

/** The most that an axis of multiples has. */
const MULTIPLES_MAX = 6

/** The round prices of an axis on which equal steps are equal multiples; the same of its ends. `lowUnits` is above zero. */
export function roundMultiples({ lowUnits, highUnits }: PriceRange): bigint[] {
  const steps = [[1n, 2n, 5n], [1n]].map((times) => multiplesOver({ lowUnits, highUnits }, times))
  const [fine, coarse] = [steps[0]!, steps[1]!]
  if (fine.length <= MULTIPLES_MAX) return fine
  const each = Math.ceil((coarse.length - 1) / (MULTIPLES_MAX - 1))
  const last = coarse.length - 1 + ((each - ((coarse.length - 1) % each)) % each)
  return Array.from({ length: last / each + 1 }, (_, index) => coarse[0]! * 10n ** BigInt(index * each))
}

/** These times the powers of ten, from the last that is not above the range to the first that is not below it. */
function multiplesOver({ lowUnits, highUnits }: PriceRange, times: readonly bigint[]) {
  const tens = Array.from({ length: String(highUnits).length + 1 }, (_, power) => 10n ** BigInt(power))
  const all = tens.flatMap((tenUnits) => times.map((one) => one * tenUnits))
  return all.slice(
    all.findLastIndex((units) => units <= lowUnits),
    all.findIndex((units) => units >= highUnits) + 1,
  )
}

/** The round prices of an axis over this range, evenly apart: the first is not above the range, the last not below it. */
export function roundPrices({ lowUnits, highUnits }: PriceRange): bigint[] {
  const leastUnits = (highUnits - lowUnits + STEPS - 1n) / STEPS || 1n
  const tenUnits = 10n ** BigInt(String(leastUnits).length - 1)
  const stepUnits = [1n, 2n, 5n, 10n].map((times) => times * tenUnits).find((units) => units >= leastUnits)!
  const firstUnits = (lowUnits / stepUnits) * stepUnits
  const steps = (highUnits - firstUnits + stepUnits - 1n) / stepUnits
  return Array.from({ length: Number(steps) + 1 }, (_, index) => firstUnits + BigInt(index) * stepUnits)
}
