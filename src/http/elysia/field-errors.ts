import type { FieldError } from '../../domain/errors/field-error.ts'
import { Kind, type TSchema, type TUnion } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { lookupProblem, type LookupRule, type TextRule, textProblem } from '../../domain/text/text.ts'
import { walletProblem } from '../../domain/text/wallet-address.ts'
import { branchFor } from '../request/body/mend-body.ts'
import { type WholeNumberRule, wholeNumberProblem } from '../../domain/money/whole-number.ts'

const PATHS_MAX = 50

/** The broken rules of the schema, one per path, in words: for at most 50 paths, after which checking stops. */
export function fieldErrors(schema: TSchema, value: unknown): FieldError[] {
  const byPath = new Map<string, string>()
  // Of a union of bodies the errors of one variant are reported instead of "matches none".
  const variant = schema[Kind] === 'Union' ? branchFor(schema as TUnion, value) : schema
  for (const error of Value.Errors(variant, value)) {
    if (!byPath.has(error.path)) byPath.set(error.path, messageOf(error))
    if (byPath.size === PATHS_MAX) break
  }
  return [...byPath].map(([path, message]) => ({ path, message }))
}

function messageOf({ type, schema, value, message }: ValueError): string {
  if (type === ValueErrorType.ObjectRequiredProperty) return 'is required'
  if (type === ValueErrorType.ObjectAdditionalProperties) return 'is not a field of this request'
  if (schema[Kind] === 'Text') return textProblem(schema as unknown as TextRule, value) ?? message
  if (schema[Kind] === 'Lookup') return lookupProblem(schema as unknown as LookupRule, value) ?? message
  if (schema[Kind] === 'WalletAddress') return walletProblem(value) ?? message
  if (schema[Kind] === 'WholeNumber') return wholeNumberProblem(schema as unknown as WholeNumberRule, value) ?? message
  if (type === ValueErrorType.Union) {
    const choices = (schema as TUnion).anyOf.map((variant) => variant.const as unknown)
    if (choices.every((choice) => choice !== undefined)) return `must be one of ${choices.join(', ')}`
  }
  return message.charAt(0).toLowerCase() + message.slice(1)
}
