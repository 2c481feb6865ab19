/** The least, the middle and the most of what several turns measured. */
export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

const ascending = (values: ArrayLike<number>): Float64Array => Float64Array.from(values).sort()

/**
 * The smallest value that at least this share of the values do not pass (nearest rank): `percentile(v, 0.99)` is p99.
 * @throws Error when there are no values
 */
export function percentile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) throw new Error('no values')
  // 0.999 * 1,000 is a hair above 999: without rounding the rank would be one too high.
  const rank = Math.ceil(Number((share * values.length).toFixed(6)))
  return ascending(values)[Math.max(0, rank - 1)]!
}

/** The middle value, or the mean of the two in the middle. @throws Error when there are no values */
export function median(values: ArrayLike<number>): number {
  if (values.length === 0) throw new Error('no values')
  const sorted = ascending(values)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

/** @throws Error when there are no values */
export const spreadOf = (values: ArrayLike<number>): Spread => ({
  min: percentile(values, 0),
  median: median(values),
  max: percentile(values, 1),
})

/**
 * Of each turn what was measured over what its base measured in the same turn: a machine that is busy for a while is busy for
 * both. @throws Error when the two had not as many turns, or a base is not above 0
 */
export function ratiosOf(values: readonly number[], bases: readonly number[]): number[] {
  if (values.length !== bases.length) throw new Error(`${values.length} turns beside ${bases.length}`)
  return values.map((value, turn) => {
    const base = bases[turn]!
    if (!(base > 0)) throw new Error(`a base of ${base}`)
    return value / base
  })
}
