import { FormatRegistry, type Static, type TSchema, TypeRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type WholeNumberRule, wholeNumberProblem } from '../money/whole-number.ts'
import { lookupProblem, type LookupRule, type TextRule, textProblem } from './text.ts'
import { walletProblem } from './wallet-address.ts'

/** RFC 3339, and the longer years of ECMAScript. */
const DATE_TIME = /^(?:[+-]\d{2})?\d{4}-(?:0\d|1[0-2])-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(?:\.\d+)?(?:Z|[+-][0-2]\d:[0-5]\d)$/

/**
 * Tells TypeBox how the kinds of schema that are ours are checked, and times, which fill long answers; it checks no kind that it was not
 * told of. Repeating it is harmless.
 */
export function registerSchemaKinds(): void {
  FormatRegistry.Set('date-time', (value) => DATE_TIME.test(value))
  TypeRegistry.Set<TextRule>('Text', (rule, value) => textProblem(rule, value) === null)
  TypeRegistry.Set<LookupRule>('Lookup', (rule, value) => lookupProblem(rule, value) === null)
  TypeRegistry.Set('WalletAddress', (_schema, value) => walletProblem(value) === null)
  TypeRegistry.Set<WholeNumberRule>('WholeNumber', (rule, value) => wholeNumberProblem(rule, value) === null)
}

/** True for a value of the schema, of whatever kinds that is made. */
export function matchesSchema<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  registerSchemaKinds()
  return Value.Check(schema, value)
}
