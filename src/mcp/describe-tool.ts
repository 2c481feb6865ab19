import type { TObject, TSchema } from '@sinclair/typebox'
import type { ErrorCode } from '../domain/errors.ts'
import type { RouteDescription } from '../http/openapi/route-table.ts'
import type { JsonSchema } from '../http/openapi/api-document.ts'
import { plainSchema } from '../http/openapi/schema-components.ts'
import { IDEMPOTENCY_KEY } from '../http/route-docs.ts'
import type { ToolAnnotations, ToolRow } from './tool-rows.ts'

/** The schema of an object, as the protocol's types want it. */
type ObjectSchema = { readonly [keyword: string]: unknown; readonly type: 'object' }

/** A tool as tools/list shows it, and the route behind it. */
export interface Tool {
  readonly row: ToolRow
  readonly route: RouteDescription
  readonly listed: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: ObjectSchema
    readonly outputSchema: ObjectSchema
    readonly annotations: ToolAnnotations & { readonly title: string }
  }
}

/** The name of the argument that becomes x-idempotency-key. */
export const IDEMPOTENCY_ARGUMENT = 'idempotencyKey'

/** The tool of a row, written from its route. */
export function describeTool(row: ToolRow, route: RouteDescription): Tool {
  const { name, title, annotations } = row
  const [path, query, body] = [membersOf(route.params), membersOf(route.query), bodyOf(route.body)]
  const properties = { ...path.properties, ...query.properties, ...body.properties, ...idempotencyOf(route) }
  return {
    row,
    route,
    listed: {
      name,
      title,
      description: descriptionOf(row, route),
      inputSchema: {
        type: 'object',
        properties,
        required: [...Object.keys(path.properties), ...query.required, ...body.required],
        additionalProperties: false,
      },
      outputSchema: outputOf(row, route),
      annotations: { title, ...annotations },
    },
  }
}

const descriptionOf = ({ next }: ToolRow, { summary, description, guard }: RouteDescription): string =>
  [
    `${summary}.`,
    ...(description === null ? [] : [description]),
    ...(guard.key === undefined
      ? []
      : [guard.price === undefined ? 'Needs a key.' : `Needs a key, or a payment of ${guard.price} (x402).`]),
    ...(next === undefined ? [] : [next]),
  ].join(' ')

interface Members {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
}

const membersOf = (schema: TObject | null): Members => ({
  properties: Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, member]) => [name, plainSchema(member)])),
  required: schema?.required ?? [],
})

/**
 * The members of a body. Of one that may have several forms all of their members, since clients take no choice at the root of a
 * tool's arguments: the route itself says which belong together.
 */
function bodyOf(body: TSchema | null): Members {
  const forms = (body?.anyOf ?? (body ? [body] : [])) as TObject[]
  const names = new Set(forms.flatMap(({ properties }) => Object.keys(properties)))
  const inEach = (name: string) => forms.every(({ required }) => required?.includes(name))
  return {
    properties: Object.fromEntries(
      [...names].map((name) => [name, plainSchema(oneOf(forms.flatMap(({ properties }) => properties[name] ?? [])))]),
    ),
    required: [...names].filter(inEach),
  }
}

const oneOf = ([first, ...others]: TSchema[]): TSchema =>
  others.every((other) => Bun.deepEquals(other, first)) ? first! : ({ anyOf: [first, ...others] } as unknown as TSchema)

const idempotencyOf = ({ guard }: RouteDescription): Record<string, JsonSchema> =>
  guard.idempotent ? { [IDEMPOTENCY_ARGUMENT]: IDEMPOTENCY_KEY } : {}

/** What it answers: as its route does, or a refusal with one of its codes. */
function outputOf({ without = [] }: ToolRow, route: RouteDescription): ObjectSchema {
  const answers = [...route.answers].flatMap(([status, schema]) => (status < 300 && schema ? [leaving(plainSchema(schema), without)] : []))
  const different = answers.filter((answer, index) => answers.findIndex((other) => Bun.deepEquals(other, answer)) === index)
  return { type: 'object', anyOf: [...different, refusalOf([...route.refusals.values()].flat()), ...paymentOf(route)] }
}

function leaving(schema: JsonSchema, without: readonly string[]): JsonSchema {
  if (without.length === 0) return schema
  const { properties, required } = schema as { readonly properties: object; readonly required: readonly string[] }
  const kept = Object.entries(properties).filter(([name]) => !without.includes(name))
  return { ...schema, properties: Object.fromEntries(kept), required: required.filter((name) => !without.includes(name)) }
}

const TEXT = { type: 'string' }

const refusalOf = (codes: readonly ErrorCode[]): JsonSchema => ({
  type: 'object',
  properties: { ok: { const: false }, code: { ...TEXT, description: codes.join(', ') }, detail: TEXT, fix: TEXT, requestId: TEXT },
  required: ['ok', 'code', 'detail', 'fix', 'requestId'],
})

/** What an unpaid call answers where calls are for sale. @see x402, transports-v2/mcp.md */
const paymentOf = ({ guard }: RouteDescription): JsonSchema[] =>
  guard.price === undefined
    ? []
    : [{ type: 'object', properties: { x402Version: { const: 2 }, accepts: { type: 'array' } }, required: ['x402Version', 'accepts'] }]
