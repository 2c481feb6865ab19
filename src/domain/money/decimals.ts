import { type NumberOptions, type TNumber, Type } from '@sinclair/typebox'

/** How many decimals a number of the schema has at most; no document shows it. */
const DECIMALS = Symbol('decimals')

/** How far a sum of binary fractions is from the decimal that was meant, in proportion to numbers of one and more. */
const NOISE = 1e-12

/** Schema of an amount with at most so many decimals: what binary fractions added to a sum is taken off it (0.1 + 0.2 is 0.3). */
export const DecimalNumber = (decimals: number, options: NumberOptions): TNumber => Type.Number({ ...options, [DECIMALS]: decimals })

/** The number that was meant, of a schema with so many decimals; unchanged where it really has more. */
export function meantNumber(schema: object, value: number): number {
  const decimals = (schema as { readonly [DECIMALS]?: number })[DECIMALS]
  if (decimals === undefined || !Number.isFinite(value)) return value
  const meant = Number(value.toFixed(decimals))
  return meant === value || Math.abs(meant - value) > NOISE * Math.max(1, Math.abs(value)) ? value : meant
}
