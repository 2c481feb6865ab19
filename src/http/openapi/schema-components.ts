import type { TSchema } from '@sinclair/typebox'
import type { JsonSchema } from './api-document.ts'

/** Keywords for our own validators only. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(['multiline', 'named', 'picture', '$id'])

/** Collects titled schemas as components, so that each is written once. */
export interface SchemaComponents {
  /** The schema as JSON, with titled schemas replaced by `$ref`. @throws Error for two different schemas with one title */
  write(schema: TSchema): JsonSchema
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** A schema that is no component yet. */
export function createSchemaComponents(): SchemaComponents {
  const components: Record<string, JsonSchema> = {}
  const write = createSchemaWriter((title, json) => {
    if (components[title] && !Bun.deepEquals(components[title], json)) throw new Error(`two schemas have the title ${title}`)
    components[title] = json
    return { $ref: `#/components/schemas/${title}` }
  }, nullableOf)
  return { write, components }
}

/** The schema as JSON, whole: what has a title stands where it is used. */
export const plainSchema: (schema: TSchema) => JsonSchema = createSchemaWriter((_title, { title: _, ...json }) => json)

function createSchemaWriter(
  named: (title: string, json: JsonSchema) => JsonSchema,
  shorter: (schema: JsonSchema) => JsonSchema | null = () => null,
): (schema: TSchema) => JsonSchema {
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write)
    if (typeof value !== 'object' || value === null) return value
    const schema = value as JsonSchema
    const json = members(numericOf(schema) ?? enumOf(schema) ?? shorter(schema) ?? schema)
    const { title } = json
    return typeof title === 'string' ? named(title, json) : json
  }
  const members = (schema: JsonSchema): JsonSchema => {
    const kept = Object.entries(schema).filter(([keyword]) => !OWN_KEYWORDS.has(keyword))
    return Object.fromEntries(
      kept.map(([keyword, value]) => [keyword, keyword === 'properties' ? properties(value as JsonSchema) : write(value)]),
    )
  }
  const properties = (schemas: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, write(schema)]))
  return (schema) => write(schema) as JsonSchema
}

/** Replaces a union of string constants by an enum. */
function enumOf({ anyOf, ...rest }: JsonSchema): JsonSchema | null {
  if (!Array.isArray(anyOf)) return null
  const choices = (anyOf as JsonSchema[]).map((choice) => choice.const)
  return choices.every((choice) => typeof choice === 'string') ? { ...rest, type: 'string', enum: choices } : null
}

/** Replaces Elysia's pair of schemas for a number in a query by the number. */
function numericOf({ anyOf, ...rest }: JsonSchema): JsonSchema | null {
  if (!Array.isArray(anyOf)) return null
  const [text, number] = anyOf as JsonSchema[]
  return text?.format === 'numeric' && number ? { ...rest, ...number } : null
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean'])

/** Replaces a union of a scalar and null by the scalar of two types; null for every other schema. */
function nullableOf({ anyOf, ...rest }: JsonSchema): JsonSchema | null {
  const [scalar, none, ...others] = (anyOf ?? []) as (JsonSchema | undefined)[]
  if (!scalar || none?.type !== 'null' || others.length > 0 || !SCALARS.has(scalar.type)) return null
  // What may only be one of these is no null, and of two descriptions none may be lost.
  if ('enum' in scalar || 'const' in scalar || 'title' in scalar || ('description' in scalar && 'description' in rest)) return null
  return { ...scalar, ...rest, type: [scalar.type!, 'null'] as const } as JsonSchema
}
