import { OptionalKind, type TArray, type TObject, type TSchema, type TUnion } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { JSON_LIMITS } from '../../../domain/limits/json-limits.ts'
import { meantNumber } from '../../../domain/money/decimals.ts'
import { plainDecimal } from '../../../domain/money/sol.ts'
import { structureIn } from '../../../lib/json/json-text.ts'
import { jsonPointer } from '../json-pointer.ts'
import { memberRepeated } from './member-repeated.ts'
import { secretPathIn } from './read-body.ts'
import { secretRefused } from '../refuse-secrets.ts'

/**
 * The value as its schema has it, where it came in another spelling that means one thing: null for an optional member is its absence,
 * a JSON text is the array or object that it spells, a decimal text a number, `"true"` a
 * boolean, a whole number a text, one value a list of it, and a sum of binary fractions the amount that was meant. Whatever else is
 * wrong stays so, for the schema to refuse. What is right already is returned itself.
 *
 * @throws AppError validation_invalid for a JSON text with a member twice
 */
export const mendBody = (schema: TSchema, body: unknown): unknown => mend(schema, body, [])

type Path = readonly string[]

function mend(schema: TSchema, value: unknown, path: Path): unknown {
  if (schema.anyOf !== undefined) return mendUnion(schema as TUnion, value, path)
  if (schema.const !== undefined) return mendLiteral(schema, value)
  switch (schema.type) {
    case 'object':
      return mendObject(schema as TObject, typeof value === 'string' ? parsed(value, path, isObject) : value, path)
    case 'array':
      return mendArray(schema as TArray, value, path)
    case 'integer':
      return typeof value === 'string' ? wholeNumberIn(value) : value
    case 'number':
      return mendNumber(schema, value)
    case 'boolean':
      return typeof value === 'string' ? booleanIn(value) : value
    case 'string':
      return typeof value === 'number' ? textOf(value) : value
    default:
      return value
  }
}

/** Of a choice the branch that takes the value as it is, else the only one that takes it mended. */
function mendUnion(schema: TUnion, value: unknown, path: Path): unknown {
  const { anyOf } = schema
  const taken = anyOf.find((branch) => Value.Check(branch, value))
  if (taken) return mend(taken, value, path)
  const mended = anyOf.map((branch) => mend(branch, value, path))
  const fitting = mended.filter((candidate, index) => Value.Check(anyOf[index]!, candidate))
  const [first, ...others] = fitting
  if (fitting.length > 0) return others.every((other) => Bun.deepEquals(other, first)) ? first : value
  // None: the branch that the value names is mended as far as it goes, so that what is refused is what is really wrong.
  return mended[anyOf.indexOf(branchFor(schema, value))]
}

/** Of a union of bodies the variant whose `intent` is the value's, else the first. */
export function branchFor({ anyOf }: TUnion, value: unknown): TSchema {
  const intent = (value as { readonly intent?: unknown } | null)?.intent
  const named = anyOf.find((branch) => (branch.properties as Record<string, TSchema> | undefined)?.intent?.const === intent)
  return named ?? anyOf[0]!
}

function mendLiteral({ const: wanted }: TSchema, value: unknown): unknown {
  if (typeof wanted === 'string' || typeof value !== 'string') return value
  return value.trim().toLowerCase() === JSON.stringify(wanted) ? wanted : value
}

function mendObject({ properties }: TObject, value: unknown, path: Path): unknown {
  if (!isObject(value) || !properties) return value
  let changed = false
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!schema) return [[name, member]]
    if (member === null && schema[OptionalKind] === 'Optional' && !Value.Check(schema, member)) {
      changed = true
      return []
    }
    const mended = mend(schema, member, [...path, name])
    changed ||= mended !== member
    return [[name, mended]]
  })
  return changed ? Object.fromEntries(members) : value
}

function mendArray({ items }: TArray, value: unknown, path: Path): unknown {
  const list = typeof value === 'string' ? parsed(value, path, Array.isArray) : value
  if (Array.isArray(list)) {
    const mended = list.map((item, index) => mend(items, item, [...path, String(index)]))
    return mended.every((item, index) => item === list[index]) ? list : mended
  }
  if (value === null) return value
  const item = mend(items, value, path)
  return Value.Check(items, item) ? [item] : value
}

function mendNumber(schema: TSchema, value: unknown): unknown {
  const number = typeof value === 'string' ? numberIn(value) : value
  return typeof number === 'number' ? meantNumber(schema, number) : number
}

/** What a text says in any case, since Python writes `True`; else the text itself. */
function booleanIn(text: string): boolean | string {
  const word = text.trim().toLowerCase()
  return word === 'true' || (word === 'false' ? false : text)
}

/** The whole number of a text as JSON or Python write it: no exponent, sign before, or more decimals than a zero; else the text itself. */
function wholeNumberIn(text: string): number | string {
  const digits = text.trim().replace(/\.0$/, '')
  const value = Number(digits)
  return Number.isSafeInteger(value) && String(value) === digits ? value : text
}

/** The number of a plain decimal text that a double holds to its last digit; else the text itself. */
function numberIn(text: string): number | string {
  const digits = text.trim()
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(digits) || digits.length > JSON_LIMITS.numberBytes) return text
  const value = Number(digits)
  const shortest = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
  return plainDecimal(value) === shortest ? value : text
}

/** A whole number as a text, which is how JSON writes it; no other number has one spelling. */
const textOf = (value: number): string | number => (Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : value)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a JSON text says where that is of the wanted form; else the text itself. */
function parsed(text: string, path: Path, isWanted: (value: unknown) => boolean): unknown {
  const read = structureIn(text, JSON_LIMITS)
  if (!read || !isWanted(read.value)) return text
  const secret = secretPathIn(read.value as object)
  if (secret !== null) throw secretRefused(jsonPointer(path) + secret)
  if (read.repeated) throw memberRepeated([...path, ...read.repeated])
  return read.value
}
