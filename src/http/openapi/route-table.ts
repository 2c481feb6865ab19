import type { TObject, TSchema } from '@sinclair/typebox'
import { ERRORS } from '../../domain/errors/error-catalogue.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { writes } from '../request/refuse-when-full.ts'
import { statusOf } from '../answers/problem.ts'
import { type GuardDocs, guardDocsOf, routeDocsOf, type RouteDocs } from '../route-docs.ts'

/** A route of the running server, from which the documents are written. */
export interface RouteDescription {
  readonly method: string
  /** `/api/coins/{mint}` */
  readonly path: string
  /** The operationId in /openapi.json and generated clients: unique, and never changed. */
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string | null
  readonly params: TObject | null
  readonly query: TObject | null
  readonly body: TSchema | null
  /** Schemas of successful answers, by status. */
  readonly answers: ReadonlyMap<number, TSchema | null>
  readonly guard: GuardDocs
  readonly routeDocs: RouteDocs
  /** Every error code of the route, by status. */
  readonly refusals: ReadonlyMap<number, readonly ErrorCode[]>
}

/** The parts of Elysia's route that are read here. */
export interface ServedRoute {
  readonly method: string
  readonly path: string
  readonly hooks: unknown
}

interface Hooks {
  readonly detail?: {
    readonly operationId?: string
    readonly summary?: string
    readonly description?: string
    readonly tags?: readonly string[]
    readonly hide?: boolean
  }
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  readonly response?: Readonly<Record<string, TSchema>>
  readonly transform?: readonly { readonly fn: object }[]
  readonly mapResponse?: readonly { readonly fn: object }[]
}

/**
 * Describes every route that is not hidden, once, in the order of the app; routes of the simulated chain only where it is simulated.
 * @throws Error for a route without an operationId
 */
export function createRouteTable(served: () => readonly ServedRoute[], { simulated }: { readonly simulated: boolean }) {
  let described: readonly RouteDescription[] | null = null
  return (): readonly RouteDescription[] =>
    (described ??= served()
      .filter(({ hooks }) => !(hooks as Hooks).detail?.hide)
      .map(describe)
      .filter(({ tag }) => simulated || tag !== 'simulated'))
}

function describe({ method, path, hooks }: ServedRoute): RouteDescription {
  const { detail, params, query, body, response, transform = [], mapResponse = [] } = hooks as Hooks
  const routeDocs = routeDocsOf(detail)
  const guard = guardDocsOf([...transform, ...mapResponse].map(({ fn }) => fn))
  const answers = new Map<number, TSchema | null>(Object.entries(response ?? {}).map(([status, schema]) => [Number(status), schema]))
  if (answers.size === 0) answers.set(200, null)
  if (routeDocs.redirects) answers.set(302, null)
  if (guard.cached || routeDocs.tagged) answers.set(304, null)
  if (detail?.operationId === undefined) throw new Error(`${method} ${path} has no operationId`)
  return {
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    operationId: detail.operationId,
    tag: detail.tags?.[0] ?? 'other',
    summary: detail.summary ?? `${method} ${path}`,
    description: detail.description ?? null,
    params: params ?? null,
    query: query ?? null,
    body: body ?? null,
    answers: new Map([...answers].sort(([a], [b]) => a - b)),
    guard,
    routeDocs,
    refusals: byStatus(withTransport(codesOf({ method, guard, routeDocs, params, query, body }), guard)),
  }
}

/** The schema of the body of each route, by method and pattern as the router has them; null where it takes none. */
export function createBodySchemas(served: () => readonly ServedRoute[]) {
  let schemas: ReadonlyMap<string, TSchema | undefined> | null = null
  return (method: string, pattern: string | null): TSchema | null => {
    schemas ??= new Map(served().map(({ method: served, path, hooks }) => [`${served} ${path}`, (hooks as Hooks).body]))
    return schemas.get(`${method} ${pattern}`) ?? null
  }
}

/** Error codes that follow from reading a body, which is an object on every route. */
const BODY_REFUSALS: readonly ErrorCode[] = [
  'validation_invalid',
  'body_not_json',
  'body_encoding_unsupported',
  'body_limit_exceeded',
  'body_too_large',
  'body_too_slow',
  'body_memory_exceeded',
  'secret_in_body',
]

interface CodeSources {
  readonly method: string
  readonly guard: GuardDocs
  readonly routeDocs: RouteDocs
  readonly params: TObject | undefined
  readonly query: TObject | undefined
  readonly body: TSchema | undefined
}

function codesOf({ method, guard, routeDocs, params, query, body }: CodeSources): ErrorCode[] {
  const readsBody = guard.rateGroup !== undefined && method !== 'GET'
  return [
    ...(readsBody ? BODY_REFUSALS : []),
    // Of a query or header where there is no body to be read, and of a parameter that is there twice.
    ...(guard.rateGroup === undefined || readsBody ? [] : (['validation_invalid', 'secret_in_body'] as const)),
    ...((params ?? query ?? body) ? (['validation_invalid'] as const) : []),
    ...(guard.rateGroup !== undefined && writes(method, guard.rateGroup) ? (['storage_full', 'storage_unavailable'] as const) : []),
    ...(query && 'cursor' in query.properties ? (['cursor_invalid'] as const) : []),
    ...(guard.key ? (['api_key_invalid', 'key_not_allowed'] as const) : []),
    ...(guard.key === 'ops' ? (['ops_key_required'] as const) : []),
    ...(guard.rateGroup === undefined ? [] : (['rate_limit_exceeded'] as const)),
    ...(guard.idempotent ? (['idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress'] as const) : []),
    ...(guard.key === 'operator' ? (['operator_key_required'] as const) : []),
    ...(guard.launcher ? (['launcher_secret_required'] as const) : []),
    ...(guard.launcher || routeDocs.launcherSecret ? (['launcher_secret_invalid'] as const) : []),
    ...(routeDocs.walletSigns === undefined ? [] : (['wallet_signature_invalid', 'wallet_signature_used'] as const)),
    ...(guard.refuses ?? []),
    ...(routeDocs.refuses ?? []),
  ]
}

/** A secret over plain HTTP is refused on every route; documented on those that take a secret or have other refusals of this kind. */
const withTransport = (codes: readonly ErrorCode[], { key, rateGroup }: GuardDocs): readonly ErrorCode[] =>
  key || rateGroup === 'claim' || codes.some((code) => ERRORS[code].kind === 'forbidden') ? [...codes, 'insecure_transport'] : codes

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const grouped = new Map<number, ErrorCode[]>()
  // Where an upstream can be unavailable, so can the database.
  const away = codes.some((code) => ERRORS[code].kind === 'unavailable') ? (['storage_unavailable'] as const) : []
  for (const code of new Set([...codes, ...away])) {
    const status = statusOf(ERRORS[code].kind)
    grouped.set(status, [...(grouped.get(status) ?? []), code])
  }
  return new Map([...grouped].sort(([a], [b]) => a - b))
}
