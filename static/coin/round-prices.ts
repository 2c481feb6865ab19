/** Steps that a range is parted into at most; the axis has one or two more where its ends are not round. */
const STEPS = 4n

/** The round prices of an axis over this range, evenly apart: the first is not above the range, the last not below it. */
export function roundPrices({ lowUnits, highUnits }: { readonly lowUnits: bigint; readonly highUnits: bigint }): bigint[] {
  const leastUnits = (highUnits - lowUnits + STEPS - 1n) / STEPS || 1n
  const tenUnits = 10n ** BigInt(String(leastUnits).length - 1)
  const stepUnits = [1n, 2n, 5n, 10n].map((times) => times * tenUnits).find((units) => units >= leastUnits)!
  const firstUnits = (lowUnits / stepUnits) * stepUnits
  const steps = (highUnits - firstUnits + stepUnits - 1n) / stepUnits
  return Array.from({ length: Number(steps) + 1 }, (_, index) => firstUnits + BigInt(index) * stepUnits)
}
