import { Kind, type TString, Type, TypeRegistry } from '@sinclair/typebox'

/** Control characters, marks that reorder text, and marks of no width (but for the joiners that emoji need): what a reader sees must be what was signed. */
const HIDDEN_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u
const LINE_BREAK = /[\n\r\t]/

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
  const length = [...value].length
  if (rule.minLength !== undefined && length < rule.minLength) return `must have at least ${rule.minLength} characters, has ${length}`
  if (rule.minLength !== undefined && [...value.trim()].length < rule.minLength)
    return `must have at least ${rule.minLength} characters besides spaces`
  if (length > rule.maxLength) return `must have at most ${rule.maxLength} characters, has ${length}`
  if (HIDDEN_CHARACTERS.test(value) || (!rule.multiline && LINE_BREAK.test(value))) return 'must not contain control characters'
  if (!value.isWellFormed()) return 'must be well-formed Unicode'
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(value)) return `must match ${rule.pattern}`
  return null
}

TypeRegistry.Set<TextRule>('Text', (rule, value) => textProblem(rule, value) === null)

/** A string schema whose lengths count code points, as JSON Schema says and TypeBox's own String does not. */
export const Text = (rule: TextRule): TString => Type.Unsafe<string>({ ...rule, [Kind]: 'Text', type: 'string' }) as unknown as TString
