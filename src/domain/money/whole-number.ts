import { Kind, type TUnsafe, Type } from '@sinclair/typebox'

/** Bounds of a whole number in a query parameter, and its default when absent. */
export interface WholeNumberRule {
  readonly minimum: number
  readonly maximum: number
  readonly default: number
  readonly description?: string
}

/** Why the text of a query parameter is not such a number, as the end of a sentence; null when it is one. */
export function wholeNumberProblem({ minimum, maximum }: WholeNumberRule, value: unknown): string | null {
  // The default arrives here as a number.
  const fits = /^\d{1,9}$/.test(String(value)) && Number(value) >= minimum && Number(value) <= maximum
  return fits ? null : `must be a whole number from ${minimum} to ${maximum}`
}

/** Schema of a whole number in a query: documents show an integer, the value is the text that was sent. */
export const WholeNumber = (rule: WholeNumberRule): TUnsafe<string> =>
  Type.Unsafe<string>({ ...rule, [Kind]: 'WholeNumber', type: 'integer' })
