import { type Static, type TSchema, TypeRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type WholeNumberRule, wholeNumberProblem } from '../money/whole-number.ts'
import { lookupProblem, type LookupRule, type TextRule, textProblem } from './text.ts'
import { walletProblem } from './wallet-address.ts'

/** Tells TypeBox how the kinds of schema that are ours are checked; it checks no kind that it was not told of. Repeating it is harmless. */
export function registerSchemaKinds(): void {
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
