import { Kind, type TUnsafe, Type } from '@sinclair/typebox'
import { hiddenProblem } from './hidden-characters.ts'

/** Constraints of a text; characters are counted as code points. */
export interface TextRule {
  /** Least and most Unicode code points. */
  readonly minLength?: number
  readonly maxLength: number
  /** A line break is allowed. */
  readonly multiline?: boolean
  readonly pattern?: string
  /** It is what somebody is called: signs alone are no name. */
  readonly named?: boolean
  /** It is the address of a picture, where the picture itself is often put. */
  readonly picture?: boolean
  readonly description?: string
}

/** Why the text violates its rule, as the end of a sentence; null when it does not. */
export function textProblem(rule: TextRule, value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string'
  if (rule.picture && /^\s*data:/i.test(value)) return 'is the picture itself, not its address: send this text as imageBase64'
  // A code point has at most two units: longer text is refused without counting.
  if (value.length > 2 * rule.maxLength) return `must have at most ${rule.maxLength} characters`
  const length = [...value].length
  if (rule.minLength !== undefined && length < rule.minLength) return `must have at least ${rule.minLength} characters, has ${length}`
  if (rule.minLength !== undefined && [...value.trim()].length < rule.minLength)
    return `must have at least ${rule.minLength} characters besides spaces`
  if (length > rule.maxLength) return `must have at most ${rule.maxLength} characters, has ${length}`
  if (!value.isWellFormed()) return 'must be well-formed Unicode'
  const hidden = hiddenProblem(value, rule)
  if (hidden !== null) return hidden
  if (rule.named && !/[\p{L}\p{N}\p{RGI_Emoji}]/v.test(value)) return 'must have a letter or a digit'
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(value)) return `must match ${rule.pattern}`
  return null
}

/** A string schema whose lengths count code points, as JSON Schema says and TypeBox's own String does not. */
export const Text = <Value extends string = string>(rule: TextRule): TUnsafe<Value> =>
  Type.Unsafe<Value>({ ...rule, [Kind]: 'Text', type: 'string' })

/** Control characters: no address, id or cursor has them, and some databases refuse them. */
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/

/** Constraints of a text that is looked up; lengths count UTF-16 code units. */
export interface LookupRule {
  readonly minLength?: number
  readonly maxLength: number
  readonly description?: string
}

/** Why the text cannot be looked up, as the end of a sentence; null when it can. */
export function lookupProblem({ minLength = 0, maxLength }: LookupRule, value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string'
  if (value.length < minLength) return `must have at least ${minLength} characters`
  if (value.length > maxLength) return `must have at most ${maxLength} characters`
  if (CONTROL_CHARACTERS.test(value)) return 'must not contain control characters'
  return value.isWellFormed() ? null : 'must be well-formed Unicode'
}

/** Schema of an id, a mint, a wallet, a cursor or a search term, in a path, a query or a body. */
export const Lookup = <Name extends string = string>(rule: LookupRule): TUnsafe<Name> =>
  Type.Unsafe<Name>({ ...rule, [Kind]: 'Lookup', type: 'string' })
