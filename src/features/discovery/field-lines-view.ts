import type { TSchema } from '@sinclair/typebox'

/** One line for each field of a schema, nested ones by their path; a union's members after each other. */
export function fieldLines(path: string, schema: TSchema | null): string[] {
  if (!schema) return []
  return (
    (schema.anyOf as TSchema[] | undefined)?.flatMap((member) => fieldLines(path, member)) ??
    members(schema, '').map((line) => `- ${path} ${line}`)
  )
}

function members(schema: TSchema, prefix: string): string[] {
  const required = new Set((schema.required as string[] | undefined) ?? [])
  return Object.entries((schema.properties as Record<string, TSchema> | undefined) ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const line = [`${path} (${required.has(name) ? 'required' : 'optional'}): ${typeOf(field)}`, field.description]
      .filter(Boolean)
      .join('. ')
    // A form with a name of its own stands in /openapi.json alone.
    const inner =
      field.title !== undefined ? [] : field.type === 'array' ? members(field.items as TSchema, `${path}[].`) : members(field, `${path}.`)
    return [line, ...inner]
  })
}

function typeOf(schema: TSchema): string {
  const { anyOf, const: only, type } = schema as { anyOf?: TSchema[]; const?: unknown; type?: string }
  if (only !== undefined) return JSON.stringify(only)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  return [type ?? 'any', range(schema)].filter((part) => part !== '').join(', ')
}

function range({ minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, default: defaultValue }: TSchema): string {
  const between = (least: unknown, most: unknown, what: string) =>
    least === undefined && most === undefined ? [] : [`${[least ?? '', most ?? ''].join(' to ')}${what}`.trim()]
  return [
    ...between(minLength, maxLength, ' characters'),
    ...between(minimum, maximum, ''),
    ...between(minItems, maxItems, ' entries'),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(defaultValue === undefined ? [] : [`default ${JSON.stringify(defaultValue)}`]),
  ].join(', ')
}
