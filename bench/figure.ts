/** One measured budget. `ratio` figures were measured against their base in the same run. */
export interface Figure {
  readonly name: string
  readonly figure: number
  readonly unit: string
  readonly budget: string
}

/** The middle value. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The value that 99 of 100 do not pass. */
export const p99 = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)]!
