import { SERVICE_VERSION } from '../../domain/text/service-version.ts'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { ErrorCode } from '../../domain/errors.ts'
import { RATES } from '../../domain/limits/rates.ts'
import { ROUTE_TAGS, type RouteTag } from '../../domain/text/route-tags.ts'
import type { Policy } from '../../ports/policy.ts'
import { Problem } from '../answers/problem.ts'
import { ALWAYS, HEADERS, headersOf, RATE } from './answer-headers.ts'
import type { RouteDescription } from './route-table.ts'
import { IDEMPOTENCY_KEY } from '../route-docs.ts'
import { webhooksOf } from './webhooks.ts'
import type { ApiDocument, ApiOperation, ApiResponse, Content, Parameter, Reference } from './api-document.ts'
import { createSchemaComponents, type SchemaComponents } from './schema-components.ts'
import { SECURITY_SCHEMES, securityOf } from './security-schemes.ts'
import { shareAnswers } from './share-answers.ts'
import { createSharedParts, PROBLEM, type SharedParts } from './shared-parts.ts'
import { shortExample, shortTexts } from './short-example.ts'

/** A recorded call of a route, used as its example. */
export interface ExampleCall {
  /** With parameters filled in, and the query. */
  readonly path?: string
  readonly body?: unknown
  readonly status: number
  readonly answer?: unknown
}

/** Recorded examples: calls by `METHOD /path/{with}/{names}`, messages by the type of their event. */
export interface Recorded {
  readonly calls: Readonly<Record<string, ExampleCall>>
  readonly events: Readonly<Record<string, unknown>>
}

/** Codes that any route may answer with. */
const ANYWHERE: readonly ErrorCode[] = ['internal_error', 'storage_unavailable', 'storage_full', 'insecure_transport']

/** Codes that say nothing of what a route does: a status with these alone stands in `default`. */
const OF_TRANSPORT: ReadonlySet<ErrorCode> = new Set([
  'rate_limit_exceeded',
  'body_too_slow',
  'body_too_large',
  'body_encoding_unsupported',
  'body_memory_exceeded',
])

/**
 * The OpenAPI 3.1 document of these routes, in a step for each of them; every schema, header, status and error code is read from the
 * running server's definitions.
 * @see rules 4.1, 9
 */
export function* writeOpenApi(
  served: readonly RouteDescription[],
  policy: Policy,
  recorded: Recorded,
  group: string | null = null,
): Generator<void, ApiDocument<Reference>> {
  const routes = group === null ? served : served.filter(({ tag }) => tag === group)
  const components = createSchemaComponents()
  const parts = createSharedParts()
  const refused = refusals(components)
  const paths: Record<string, Record<string, ApiOperation<Reference>>> = {}
  for (const route of routes) {
    yield
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(route, { components, parts, refused, recorded: recorded.calls }),
    }
  }
  const shared = shareAnswers(paths, parts)
  const webhooks = group === null || group === 'webhooks' ? webhooksOf(components, parts, recorded.events) : null
  return {
    openapi: '3.1.0',
    info: {
      title: policy.serviceTitle,
      version: SERVICE_VERSION,
      summary: 'Agents launch coins; creator fees are split on chain.',
      description: `Begin at ${policy.baseUrl}/llms.txt. Examples are answers of simulated mode, with one entry of each list; calls that answer in one form share that of the first. Whole ones stand in ${policy.baseUrl}/llms-full.txt, each error code at ${policy.baseUrl}/errors/{code}. Every answer has the headers x-request-id and x-svc-cluster, and that of a call that is counted ratelimit-limit, ratelimit-remaining and ratelimit-reset.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    'x-rate-limits': RATES,
    servers: [{ url: policy.baseUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: ROUTE_TAGS[name as RouteTag] ?? name })),
    paths: shared,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: components.components,
      headers: HEADERS,
      parameters: parts.parameters,
      responses: parts.responses,
    },
    // Last, far from the calls: beside the answers they compress better.
    ...(webhooks && { webhooks }),
  }
}

/** What the operations of a document are written with. */
interface Writing {
  readonly components: SchemaComponents
  readonly parts: SharedParts
  readonly refused: (status: number, codes: readonly ErrorCode[]) => ApiResponse
  readonly recorded: Readonly<Record<string, ExampleCall>>
}

function operation(route: RouteDescription, { components, parts, refused, recorded }: Writing): ApiOperation<Reference> {
  const { method, path, operationId, body, answers, refusals, summary, description, tag } = route
  const example = recorded[`${method} ${path}`]
  const isGeneral = (codes: readonly ErrorCode[]) =>
    codes.some((code) => OF_TRANSPORT.has(code) || code === 'insecure_transport') &&
    codes.every((code) => OF_TRANSPORT.has(code) || ANYWHERE.includes(code))
  const [general, own] = [[...refusals].filter(([, codes]) => isGeneral(codes)), [...refusals].filter(([, codes]) => !isGeneral(codes))]
  const shared = (status: string, response: ApiResponse) => [status, parts.response(response)] as const
  return {
    operationId,
    summary,
    ...(description === null ? {} : { description }),
    tags: [tag],
    security: securityOf(route),
    ...(route.guard.rateGroup === undefined
      ? {}
      : {
          ...(route.guard.price === undefined ? {} : { 'x-price': route.guard.price }),
          'x-rate-limit': route.guard.rateGroup,
        }),
    ...(route.guard.bodyBytesMax === undefined || method === 'GET' ? {} : { 'x-body-bytes-max': route.guard.bodyBytesMax }),
    ...parameters(route, components, parts),
    ...(body === null ? {} : { requestBody: requestBody(body, components, shortTexts(example?.body)) }),
    responses: Object.fromEntries([
      ...[...answers].map(([status, schema]) => {
        const call = example?.status === status ? example : recorded[`${method} ${path} ${status}`]
        return shared(String(status), success(status, schema, route, components, call?.answer))
      }),
      ...own.map(([status, codes]) => shared(String(status), refused(status, codes))),
      shared('default', refused(500, [...new Set([...ANYWHERE, ...general.flatMap(([, codes]) => codes)])])),
    ]),
  }
}

function parameters(
  { params, query, guard, routeDocs }: RouteDescription,
  components: SchemaComponents,
  parts: SharedParts,
): Pick<ApiOperation<Reference>, 'parameters'> {
  const { minLength, maxLength } = IDEMPOTENCY_KEY
  const list = [
    ...members(params, 'path', components),
    ...members(query, 'query', components),
    ...(guard.idempotent || guard.price !== undefined
      ? [headerParameter('x-idempotency-key', IDEMPOTENCY_KEY.description, { minLength, maxLength })]
      : []),
    ...(guard.cached || routeDocs.tagged ? [headerParameter('if-none-match', 'An ETag of an earlier answer.', {})] : []),
    ...Object.entries(routeDocs.headers ?? {}).map(([name, meaning]) => headerParameter(name, meaning, {})),
  ]
  return list.length === 0 ? {} : { parameters: list.map(parts.parameter) }
}

function members(schema: TObject | null, location: 'path' | 'query', components: SchemaComponents): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...json } = components.write(property)
    const required = location === 'path' || (schema!.required ?? []).includes(name)
    return { name, in: location, required, ...(description === undefined ? {} : { description }), schema: json }
  })
}

const headerParameter = (name: string, description: string, rules: object): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...rules },
})

function requestBody(schema: TSchema, components: SchemaComponents, example: unknown): NonNullable<ApiOperation['requestBody']> {
  // An optional body is a union with undefined, which JSON Schema cannot express.
  return {
    required: !isOptional(schema),
    content: { 'application/json': { schema: components.write(schema), ...(example === undefined ? {} : { example }) } },
  }
}

const isOptional = (schema: TSchema): boolean =>
  Object.getOwnPropertySymbols(schema).some((symbol) => symbol.description === 'TypeBox.Optional')

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted; not all of it is done',
  302: 'Elsewhere',
  304: 'Unchanged since that ETag',
}

const REFUSED: Readonly<Record<number, string>> = {
  400: 'Invalid or impossible',
  401: 'Who calls is not proven',
  402: 'To be paid for',
  403: 'Not allowed to this caller',
  404: 'Not found',
  409: 'Already done, or under way',
  429: 'Too often',
  500: 'Whatever else; 429 and 503 say in retry-after when to try again',
  503: 'Not now',
}

function success(
  status: number,
  schema: TSchema | null,
  { method, guard, routeDocs }: RouteDescription,
  components: SchemaComponents,
  example: unknown,
): ApiResponse {
  // Whoever has the address of an open read has its example.
  const open = method === 'GET' && guard.key === undefined && routeDocs.walletSigns === undefined
  const shown = example === undefined || open ? {} : { example: shortExample(example) }
  const mediaTypes = [routeDocs.sends ?? 'application/json', ...(routeDocs.alsoSends ?? [])]
  const content = Object.fromEntries(
    mediaTypes.map((mediaType, index) => [mediaType, { ...bodySchema(mediaType, schema, components), ...(index === 0 ? shown : {}) }]),
  )
  const headers = headersOf([
    // Those of every answer are said once, in the answer of 304.
    ...(status === 304 ? [...ALWAYS, ...(guard.rateGroup === undefined ? [] : RATE), 'etag' as const] : []),
    ...(guard.price === undefined ? [] : (['payment-response', 'payment-receipt'] as const)),
    ...(guard.idempotent || guard.price !== undefined || routeDocs.repeats ? (['idempotency-replayed'] as const) : []),
    ...(status === 302 ? (['location'] as const) : []),
  ])
  return { description: MEANINGS[status] ?? 'Done', ...headers, ...(status >= 300 ? {} : { content }) }
}

function bodySchema(mediaType: string, schema: TSchema | null, components: SchemaComponents): Content[string] {
  if (/^application\/([\w.-]+\+)?json$/.test(mediaType)) return { schema: schema ? components.write(schema) : { type: 'object' } }
  return mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {}
}

/** Refusals with any of these codes; each has its example at /errors/{code}. */
function refusals(components: SchemaComponents): Writing['refused'] {
  const problem = components.write(Problem)
  return (status, codes) => ({
    description: REFUSED[status] ?? 'Refused',
    ...headersOf(status === 402 ? ['payment-required', 'www-authenticate'] : status === 429 || status === 503 ? ['retry-after'] : []),
    content: {
      [PROBLEM]: {
        schema: { allOf: [problem, { properties: { code: { enum: codes } } }] },
      },
      // A browser gets the page that says so.
      ...(codes.includes('error_code_not_found') ? { 'text/html': bodySchema('text/html', null, components) } : {}),
    },
  })
}
