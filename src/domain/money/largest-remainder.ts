/**
 * Splits `total` into integer parts in proportion to `weights`, exactly: the parts add to `total`.
 * Left-over units go to the largest remainders, ties to the earlier index. Weights are non-negative integers.
 *
 * @throws Error when no weight is above zero
 */
export function largestRemainder(total: number, weights: readonly bigint[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0n)
  if (sum <= 0n) throw new Error('largestRemainder needs a positive weight')
  const exact = weights.map((weight) => BigInt(total) * weight)
  const parts = exact.map((value) => Number(value / sum))
  const missing = total - parts.reduce((a, b) => a + b, 0)
  exact
    .map((value, index) => ({ index, remainder: value % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
    .slice(0, missing)
    .forEach(({ index }) => (parts[index]! += 1))
  return parts
}

/**
 * `largestRemainder` with every part at least 1; the difference is taken from the largest parts.
 * @throws Error for more parts than units, and as `largestRemainder`
 */
export function splitAtLeastOne(total: number, weights: readonly bigint[]): number[] {
  if (weights.length > total) throw new Error(`${total} units are too few for ${weights.length} parts`)
  const parts = largestRemainder(total, weights)
  for (const [index, part] of parts.entries()) {
    if (part > 0) continue
    parts[parts.indexOf(Math.max(...parts))]! -= 1
    parts[index] = 1
  }
  return parts
}
