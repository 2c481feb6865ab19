import type { TObject, TSchema } from '@sinclair/typebox'
import type { RouteDescription } from '../http/openapi/route-table.ts'
import type { JsonSchema } from '../http/openapi/api-document.ts'
import { plainSchema } from '../http/openapi/schema-components.ts'
import { IDEMPOTENCY_KEY } from '../http/route-docs.ts'
import { briefSchema, membersAt } from './brief-schema.ts'
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
    readonly outputSchema?: ObjectSchema
    readonly annotations: ToolAnnotations
  }
}

/** The name of the argument that becomes x-idempotency-key. */
export const IDEMPOTENCY_ARGUMENT = 'idempotencyKey'

/**
 * The tool of a row, written from its route in few words: every session of every agent reads all of it. `seen` are the descriptions
 * of members that tools before it have, to which it adds its own: none is repeated.
 */
export function describeTool(row: ToolRow, route: RouteDescription, seen: Set<string>): Tool {
  const { name, title, annotations, decides = [], refused = [], untold = [] } = row
  const [path, query, body] = [membersOf(route.params), membersOf(route.query), bodyOf(route.body)]
  const properties = { ...path.properties, ...query.properties, ...body.properties, ...idempotencyOf(route) }
  const required = [...Object.keys(path.properties), ...query.required, ...body.required]
  return {
    row,
    route,
    listed: {
      name,
      title,
      description: descriptionOf(row, route),
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(properties).flatMap(([member, schema]) =>
            [...refused, ...untold].includes(member) ? [] : [[member, briefSchema(schema, seen)]],
          ),
        ),
        ...(required.length === 0 ? {} : { required }),
        additionalProperties: false,
      },
      ...(decides.length === 0 ? {} : { outputSchema: membersAt(decides, answersOf(route), seen) as ObjectSchema }),
      annotations,
    },
  }
}

const descriptionOf = ({ next }: ToolRow, { summary, description, guard }: RouteDescription): string =>
  [
    `${summary}.`,
    ...(description === null ? [] : [description]),
    ...(guard.key === undefined ? [] : [guard.price === undefined ? 'Needs a key.' : `Needs a key or ${guard.price} (x402).`]),
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

/** What the route answers when it does what it was asked for. */
const answersOf = ({ answers }: RouteDescription): readonly JsonSchema[] =>
  [...answers].flatMap(([status, schema]) => (status < 300 && schema ? [plainSchema(schema)] : []))
