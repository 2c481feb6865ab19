import type { TSchema } from '@sinclair/typebox'
import type { RouteDescription } from './route-table.ts'
import type { JsonSchema } from './api-document.ts'
import { plainSchema } from './schema-components.ts'
import type { ExampleCall } from './write-openapi.ts'

/** How a route is called, for catalogues of paid calls: `info` keeps to `schema`. @see x402 extension bazaar */
export interface BazaarExtension {
  readonly info: { readonly input: Readonly<Record<string, unknown>>; readonly output?: Readonly<Record<string, unknown>> }
  /** `/api/coins/:mint`; only of routes with parameters. */
  readonly routeTemplate?: string
  readonly schema: JsonSchema
}

type RouteOfExtension = Pick<RouteDescription, 'method' | 'path' | 'params' | 'query' | 'body' | 'answers'>

/** What is told of a route, from everything to what a caller cannot do without. */
const DETAILS = [
  { answer: 'schema', optional: true },
  { answer: 'example', optional: true },
  { answer: 'none', optional: true },
  { answer: 'none', optional: false },
] as const

type Detail = (typeof DETAILS)[number]

/** Keywords of a schema that say its form; what else there is stands in /openapi.json. */
const FORM: ReadonlySet<string> = new Set(['type', 'required', 'items', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'])

/**
 * The extension of a route, made from its own schemas and its recorded call: with as much as its JSON can hold in so many characters, and
 * never less than the required fields.
 */
export function bazaarExtension(route: RouteOfExtension, example: ExampleCall | undefined, charactersMax: number): BazaarExtension {
  const written = DETAILS.map((detail) => extensionOf(route, example, detail))
  return written.find((extension) => JSON.stringify(extension).length <= charactersMax) ?? written.at(-1)!
}

/** The pattern of a path as the router and catalogues write it: `/api/coins/:mint`. */
export const routeTemplateOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function extensionOf(route: RouteOfExtension, example: ExampleCall | undefined, detail: Detail): BazaarExtension {
  const { method, path, answers } = route
  const parts = inputParts(route, example, detail)
  const answerSchema = answers.get(example?.status ?? 200)
  const shown = detail.answer !== 'none' && isRecord(example?.answer)
  const fixed = { type: { const: 'http' }, method: { enum: [method] }, ...(hasBody(method) ? { bodyType: { enum: ['json'] } } : {}) }
  return {
    info: {
      input: {
        type: 'http',
        method,
        ...(hasBody(method) ? { bodyType: 'json' } : {}),
        ...Object.fromEntries(parts.map(({ name, value }) => [name, value])),
      },
      ...(shown ? { output: { type: 'json', example: example?.answer } } : {}),
    },
    ...(path.includes('{') ? { routeTemplate: routeTemplateOf(path) } : {}),
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: { ...fixed, ...Object.fromEntries(parts.map(({ name, schema }) => [name, schema])) },
          required: [...Object.keys(fixed), ...(hasBody(method) ? ['body'] : [])],
        },
        ...(shown && detail.answer === 'schema' && answerSchema
          ? { output: { type: 'object', properties: { example: formOf(plainSchema(answerSchema)) } } }
          : {}),
      },
      required: ['input'],
    },
  }
}

interface InputPart {
  readonly name: 'pathParams' | 'queryParams' | 'body'
  readonly value: Readonly<Record<string, unknown>>
  readonly schema: JsonSchema
}

/** What a call sends, with the example's values. */
function inputParts(
  { method, path, params, query, body }: RouteOfExtension,
  example: ExampleCall | undefined,
  detail: Detail,
): InputPart[] {
  const called = new URL(example?.path ?? path, 'http://localhost')
  const part = (name: InputPart['name'], schema: TSchema | null, value: Readonly<Record<string, unknown>>): InputPart => {
    const form = schema ? formOf(plainSchema(schema)) : { type: 'object' }
    return { name, ...(detail.optional ? { schema: form, value } : withoutOptional(form, value)) }
  }
  return [
    ...(params ? [part('pathParams', params, pathParamsOf(routeTemplateOf(path), called.pathname))] : []),
    ...(query ? [part('queryParams', query, queryOf(query, called.searchParams))] : []),
    ...(hasBody(method) ? [part('body', body, isRecord(example?.body) ? example.body : {})] : []),
  ]
}

const hasBody = (method: string): boolean => ['POST', 'PUT', 'PATCH'].includes(method)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values of a template's parameters in a path. */
export function pathParamsOf(template: string, pathname: string): Record<string, string> {
  const segments = pathname.split('/')
  return Object.fromEntries(
    template.split('/').flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), segments[index] ?? '']] : [])),
  )
}

function queryOf(query: TSchema, sent: URLSearchParams): Record<string, unknown> {
  const properties = plainSchema(query).properties ?? {}
  const typed = (name: string, text: string) => {
    const type = properties[name]?.type
    return type === 'integer' || type === 'number' ? Number(text) : type === 'boolean' ? text === 'true' : text
  }
  return Object.fromEntries([...sent].map(([name, text]) => [name, typed(name, text)]))
}

/** A schema's form alone, without limits and descriptions. */
function formOf(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === 'properties') return [[keyword, Object.fromEntries(Object.entries(value as JsonSchema).map(formOfProperty))]]
    return FORM.has(keyword) ? [[keyword, formOfValue(value)]] : []
  })
  return Object.fromEntries(kept)
}

const formOfProperty = ([name, schema]: [string, unknown]): [string, JsonSchema] => [name, formOf(schema as JsonSchema)]

/** Schemas inside a keyword; what is none, as names and constants, stays. */
function formOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOfValue)
  return isRecord(value) ? formOf(value) : value
}

/** Both with the members alone that are required, by the form or by one of its alternatives. */
function withoutOptional(form: JsonSchema, value: Readonly<Record<string, unknown>>): Pick<InputPart, 'schema' | 'value'> {
  const forms = form.anyOf ?? [form]
  const names = new Set(forms.flatMap(requiredOf))
  const bare = forms.map(bareForm)
  return {
    schema: form.anyOf ? { ...form, anyOf: bare } : bare[0]!,
    value: Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name))),
  }
}

const requiredOf = (form: JsonSchema) => form.required ?? []

const bareForm = (form: JsonSchema): JsonSchema => {
  const properties = Object.entries(form.properties ?? {}).filter(([name]) => requiredOf(form).includes(name))
  return { ...form, properties: Object.fromEntries(properties) }
}
