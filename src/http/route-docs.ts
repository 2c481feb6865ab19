import type { ErrorCode } from '../domain/errors.ts'
import type { RateGroup } from '../domain/limits.ts'

/** What the documents say of a route beside its schemas and its guard. */
export interface RouteDocs {
  /** Error codes that this route answers with, beside those of its guard, its schemas and its secrets. */
  readonly refuses?: readonly ErrorCode[]
  /** `x-launcher-key` is read, and may be left out. */
  readonly launcherSecret?: 'optional'
  /** What a wallet signs, with `{…}` for values: the route reads the wallet headers. */
  readonly walletSigns?: string
  /** Other headers that it reads, each with its meaning. */
  readonly headers?: Readonly<Record<string, string>>
  /** Media type of a 200 that is not JSON; `image/*` for pictures. */
  readonly sends?: string
  /** Other media types of a 200, for those who accept them. */
  readonly alsoSends?: readonly string[]
  /** Answers carry an ETag, and 304 to whoever has them. */
  readonly tagged?: boolean
  /** It may answer with what was done just before, and then says so in `idempotency-replayed`. */
  readonly repeats?: boolean
  /** It may also answer 302. */
  readonly redirects?: boolean
}

const ROUTE_DOCS = 'x-route-docs'

/** Documents for a route's `detail`: `detail: { summary: '…', ...routeDocs({ refuses: ['coin_not_found'] }) }`. */
export const routeDocs = (content: RouteDocs): { readonly [ROUTE_DOCS]: RouteDocs } => ({ [ROUTE_DOCS]: content })

/** The documents of a route's `detail`; empty where it has none. */
export const routeDocsOf = (detail: object | undefined): RouteDocs =>
  (detail as Partial<ReturnType<typeof routeDocs>> | undefined)?.[ROUTE_DOCS] ?? {}

/** What a guard does to every route behind it. */
export interface GuardDocs {
  readonly rateGroup?: RateGroup
  /** Most bytes of a body. */
  readonly bodyBytesMax?: number
  /** Whether an API key is needed, and which. */
  readonly key?: 'any' | 'ops' | 'operator'
  /** `x-launcher-key` is required. */
  readonly launcher?: boolean
  /** `x-idempotency-key` is read. */
  readonly idempotent?: boolean
  /** What a call costs that brings a payment in the place of a key, such as `$0.05`. */
  readonly price?: string
  /** Answers carry an ETag, and 304 to whoever has them. */
  readonly cached?: boolean
  /** Error codes of its own. */
  readonly refuses?: readonly ErrorCode[]
}

// Beside the hooks and not handed in: the framework hands on the hook alone, as the function that it is.
const guards = new WeakMap<object, GuardDocs>()

/** The hook itself, and from now on the documents know what it does: they read it from the hooks that a route really has. */
export function documented<Hook extends object>(hook: Hook, content: GuardDocs): Hook {
  guards.set(hook, content)
  return hook
}

/** What the documented ones of these hooks do, together. */
export function guardNotesOf(hooks: readonly object[]): GuardDocs {
  const found = hooks.flatMap((hook) => guards.get(hook) ?? [])
  return Object.assign({}, ...found, { refuses: found.flatMap(({ refuses = [] }) => refuses) }) as GuardDocs
}
