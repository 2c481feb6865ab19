import { Kind, type TString, Type, TypeRegistry } from '@sinclair/typebox'
import { hiddenProblem } from './hidden-characters.ts'

export interface TextRule {
  /** Least and most Unicode code points. */
  readonly minLength?: number
  readonly maxLength: number
  /** A line break is allowed. */
  readonly multiline?: boolean
  readonly pattern?: string
  readonly description?: string
}

/** Why the text breaks its rule, as the end of a sentence; null when it keeps it. */
export function textProblem(rule: TextRule, value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string'
  // A code point has two units at most: what is longer is not taken apart to be counted.
  if (value.length > 2 * rule.maxLength) return `must have at most ${rule.maxLength} characters`
  const length = [...value].length
  if (rule.minLength !== undefined && length < rule.minLength) return `must have at least ${rule.minLength} characters, has ${length}`
  if (rule.minLength !== undefined && [...value.trim()].length < rule.minLength)
    return `must have at least ${rule.minLength} characters besides spaces`
  if (length > rule.maxLength) return `must have at most ${rule.maxLength} characters, has ${length}`
  if (!value.isWellFormed()) return 'must be well-formed Unicode'
  const hidden = hiddenProblem(value, rule)
  if (hidden !== null) return hidden
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(value)) return `must match ${rule.pattern}`
  return null
}

TypeRegistry.Set<TextRule>('Text', (rule, value) => textProblem(rule, value) === null)

/** A string schema whose lengths count code points, as JSON Schema says and TypeBox's own String does not. */
export const Text = (rule: TextRule): TString => Type.Unsafe<string>({ ...rule, [Kind]: 'Text', type: 'string' }) as unknown as TString
