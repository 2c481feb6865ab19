import type { ErrorCode } from '../domain/errors.ts'
import { LIMITS } from '../domain/limits.ts'
import type { RateGroup } from '../domain/limits/rates.ts'

/** Schema of an idempotency key. */
export const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: LIMITS.idempotencyKeyMin,
  maxLength: LIMITS.idempotencyKeyMax,
  description: 'The same key and body within 15 minutes get the same answer, and nothing is done twice.',
} as const

/** Documentation of a route beside its schemas and its guard. */
export interface RouteDocs {
  /** Error codes of this route, beside those of its guard, its schemas and its secrets. */
  readonly refuses?: readonly ErrorCode[]
  /** `x-launcher-key` is optional. */
  readonly launcherSecret?: 'optional'
  /** The message that a wallet signs, with `{…}` for values: the route reads the wallet headers. */
  readonly walletSigns?: string
  /** Further headers that it reads, each with its meaning. */
  readonly headers?: Readonly<Record<string, string>>
  /** Media type of a 200 that is not application/json; `image/*` for pictures. */
  readonly sends?: string
  /** Further media types of a 200, by the Accept header. */
  readonly alsoSends?: readonly string[]
  /** Answers have an ETag, and 304 to a client that sends it. */
  readonly tagged?: boolean
  /** It may answer with an earlier result, and then sets `idempotency-replayed`. */
  readonly repeats?: boolean
  /** It may also answer 302. */
  readonly redirects?: boolean
}

const ROUTE_DOCS = 'x-route-docs'

/** Members of a route's `detail`: `detail: { summary: '…', ...routeDocs({ refuses: ['coin_not_found'] }) }`. */
export const routeDocs = (content: RouteDocs): { readonly [ROUTE_DOCS]: RouteDocs } => ({ [ROUTE_DOCS]: content })

/** The documentation in a route's `detail`; empty without any. */
export const routeDocsOf = (detail: object | undefined): RouteDocs =>
  (detail as Partial<ReturnType<typeof routeDocs>> | undefined)?.[ROUTE_DOCS] ?? {}

/** What a guard requires of every route behind it. */
export interface GuardDocs {
  readonly rateGroup?: RateGroup
  /** Most bytes of a body. */
  readonly bodyBytesMax?: number
  /** Whether an API key is needed, and whose. */
  readonly key?: 'any' | 'ops' | 'operator'
  /** `x-launcher-key` is required. */
  readonly launcher?: boolean
  /** `x-idempotency-key` is read. */
  readonly idempotent?: boolean
  /** The price of a call with a payment instead of a key, such as `$0.05`. */
  readonly price?: string
  /** Such a payment alone is taken, and no key. */
  readonly payerOnly?: boolean
  /** Answers have an ETag, and 304 to a client that sends it. */
  readonly cached?: boolean
  /** The routes behind it are disabled by a setting, and answer only that. */
  readonly switchedOff?: boolean
  /** Error codes of the guard itself. */
  readonly refuses?: readonly ErrorCode[]
}

/** A member of the hook function itself, since the framework keeps nothing else of it. */
const GUARD_DOCS = Symbol('guard docs')

/** Returns the hook, with its documentation: the documents read it from the hooks that each route really has. */
export const documented = <Hook extends object>(hook: Hook, content: GuardDocs): Hook => Object.assign(hook, { [GUARD_DOCS]: content })

/** The documentation of these hooks combined. */
export function guardDocsOf(hooks: readonly object[]): GuardDocs {
  const found = hooks.flatMap((hook: { readonly [GUARD_DOCS]?: GuardDocs }) => hook[GUARD_DOCS] ?? [])
  return Object.assign({}, ...found, { refuses: found.flatMap(({ refuses = [] }) => refuses) }) as GuardDocs
}
