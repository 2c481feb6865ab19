import type { TSchema } from '@sinclair/typebox'

/** A JSON Schema, as it stands in a document. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Keywords that only our own validators read. */
const OWN_KEYWORDS = new Set(['multiline', '$id'])

/** Collects schemas that have a title as components, so that each is written once. */
export interface SchemaComponents {
  /** The schema as JSON, with a `$ref` in the place of each titled one in it. @throws Error two different schemas of one title */
  write(schema: TSchema): JsonSchema
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** No component yet. */
export function createSchemaComponents(): SchemaComponents {
  const components: Record<string, JsonSchema> = {}

  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write)
    if (typeof value !== 'object' || value === null) return value
    const schema = value as JsonSchema
    const json = members(numericOf(schema) ?? enumOf(schema) ?? schema)
    const { title } = json
    if (typeof title !== 'string') return json
    if (components[title] && !Bun.deepEquals(components[title], json)) throw new Error(`two schemas have the title ${title}`)
    components[title] = json
    return { $ref: `#/components/schemas/${title}` }
  }
  const members = (schema: JsonSchema): JsonSchema => {
    const kept = Object.entries(schema).filter(([keyword]) => !OWN_KEYWORDS.has(keyword))
    return Object.fromEntries(
      kept.map(([keyword, value]) => [keyword, keyword === 'properties' ? properties(value as JsonSchema) : write(value)]),
    )
  }
  const properties = (schemas: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, write(schema)]))
  return { write: (schema) => write(schema) as JsonSchema, components }
}

/** Of a choice between texts the list of them. */
function enumOf({ anyOf, ...rest }: JsonSchema): JsonSchema | null {
  if (!Array.isArray(anyOf)) return null
  const choices = (anyOf as JsonSchema[]).map((choice) => choice.const)
  return choices.every((choice) => typeof choice === 'string') ? { ...rest, type: 'string', enum: choices } : null
}

/** Of a number that a query brings as text the number; Elysia writes both. */
function numericOf({ anyOf, ...rest }: JsonSchema): JsonSchema | null {
  if (!Array.isArray(anyOf)) return null
  const [text, number] = anyOf as JsonSchema[]
  return text?.format === 'numeric' && number ? { ...rest, ...number } : null
}
