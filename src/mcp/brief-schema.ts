import { FIELD_LIMITS } from '../domain/limits/field-limits.ts'
import type { JsonSchema } from '../http/openapi/api-document.ts'

/** Bounds that a model cannot keep to, or that go without saying: who breaks one is told by the route. */
const UNTOLD: ReadonlySet<string> = new Set([
  'minLength',
  'pattern',
  'format',
  'additionalProperties',
  'uniqueItems',
  'minItems',
  'maxItems',
  'title',
])

/** What is said again of a member that a tool before has just so. */
const OF_THE_TYPE: ReadonlySet<string> = new Set(['type', 'enum', 'const'])

/** Longer texts than this are no text that a model counts, and no name is as long as an identifier may be. */
const isToldLength = (maxLength: number): boolean => maxLength < 250 && maxLength !== FIELD_LIMITS.idMax

/** A sentence ends before a capital or a quoted word, and not inside `frog.example`. */
const FIRST_SENTENCE = /^.*?\.(?= [A-Z`]|$)/s

/**
 * The schema of an argument with what a caller needs to write it: its type, choices, bounds of numbers and, unless it is among `seen`,
 * the first sentence of its description, which is told then. The route checks all the rest, and says what was wrong.
 */
export function briefSchema(schema: JsonSchema, seen: Set<string>): JsonSchema {
  const { anyOf } = schema
  if (anyOf) {
    const choices = distinct(anyOf.map((choice) => briefSchema(choice, seen)))
    const [first, ...others] = choices.filter((choice, _, all) => !all.some((other) => other !== choice && isPartOf(choice, other)))
    return others.length === 0 ? first! : { ...withoutAnyOf(schema), anyOf: [first!, ...others] }
  }
  const whole = schema.properties !== undefined || schema.items !== undefined || once(JSON.stringify(schema), seen).length > 0
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      if (!whole && !OF_THE_TYPE.has(keyword)) return []
      if (UNTOLD.has(keyword) || (keyword === 'maxLength' && !isToldLength(value as number))) return []
      if (keyword === 'minimum' && (value === 0 || value === 1)) return []
      if (keyword === 'enum') seen.add(choicesText(value as readonly unknown[]))
      if (keyword === 'description')
        return once(FIRST_SENTENCE.exec(value as string)?.[0] ?? (value as string), seen).map((text) => [keyword, text])
      if (keyword === 'items') return [[keyword, briefSchema(value as JsonSchema, seen)]]
      if (keyword === 'properties') {
        const members = Object.entries(value as Record<string, JsonSchema>)
        return [[keyword, Object.fromEntries(members.map(([name, member]) => [name, briefSchema(member, seen)]))]]
      }
      return [[keyword, value]]
    }),
  )
}

/** The text, where it was not told before. */
function once(text: string, seen: Set<string>): string[] {
  if (seen.has(text)) return []
  seen.add(text)
  return [text]
}

const withoutAnyOf = ({ anyOf: _, ...rest }: JsonSchema): JsonSchema => rest

const distinct = (schemas: readonly JsonSchema[]): JsonSchema[] =>
  schemas.filter((schema, index) => schemas.findIndex((other) => Bun.deepEquals(other, schema)) === index)

/** Whether the other schema says all that this one says, and more. */
const isPartOf = (schema: JsonSchema, other: JsonSchema): boolean =>
  Object.entries(schema).every(([keyword, value]) => Bun.deepEquals(other[keyword], value))

/**
 * The schema of an object with the members at these paths alone (`job.state`, `coins.mint`: of each of a list), each by its type and
 * choices, where these are not among `seen`. Nothing is required, since a refusal is an answer too, and other members stay allowed.
 * @throws Error for a path that no answer has
 */
export function membersAt(paths: readonly string[], answers: readonly JsonSchema[], seen: Set<string>): JsonSchema {
  const names = [...new Set(paths.map((path) => path.split('.')[0]!))]
  const properties = names.map((name): [string, JsonSchema] => {
    const found = answers.flatMap(formsOf).flatMap(({ properties }): JsonSchema[] => (properties?.[name] ? [properties[name]] : []))
    if (found.length === 0) throw new Error(`no answer has the member ${name}`)
    const inside = paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))
    return [name, inside.length === 0 ? typeOnly(found, seen) : within(inside, found, seen)]
  })
  return { type: 'object', properties: Object.fromEntries(properties) }
}

function within(paths: readonly string[], found: readonly JsonSchema[], seen: Set<string>): JsonSchema {
  const lists = found.flatMap(formsOf).flatMap(({ items }): JsonSchema[] => (items ? [items] : []))
  return lists.length > 0 ? { type: 'array', items: membersAt(paths, lists, seen) } : membersAt(paths, found, seen)
}

/** The alternatives of a schema, and of those. */
const formsOf = (schema: JsonSchema): readonly JsonSchema[] => (schema.anyOf ? schema.anyOf.flatMap(formsOf) : [schema])

/** Their types; and, once, their choices where all have the same. */
function typeOnly(found: readonly JsonSchema[], seen: Set<string>): JsonSchema {
  const forms = found.flatMap(formsOf)
  const types = [...new Set(forms.flatMap(({ type }) => type ?? []))]
  const choices = forms[0]?.enum
  const same = choices !== undefined && forms.every((form) => Bun.deepEquals(form.enum, choices))
  return {
    type: (types.length === 1 ? types[0] : types) as string,
    ...(same && once(choicesText(choices), seen).length > 0 ? { enum: choices } : {}),
  }
}

/** How choices are known among what is told. */
const choicesText = (choices: readonly unknown[]): string => JSON.stringify({ choices })
