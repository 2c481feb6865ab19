import type { Policy } from '../../ports/policy.ts'
import { ANSWERED_HEADERS, UNDERSTOOD_HEADERS, UNDERSTOOD_WITHOUT_SECRET } from '../request/understood-headers.ts'
import { isOwnHost } from '../request/is-own-host.ts'

/** What pages of other origins may do with some paths. No browser adds a key or a cookie: they have what the page itself sends. */
interface Sharing {
  readonly isOf: (target: string) => boolean
  /** The origin that may read an answer; null for none. */
  readonly origin: (policy: Pick<Policy, 'payments' | 'baseUrl'>, origin: string | null) => string | null
  readonly methods: string
  readonly sends: readonly string[]
}

const SHARINGS: readonly Sharing[] = [
  {
    // Paying needs no key; a page that has one, and a wallet's page, may send that too.
    isOf: (target) => target.startsWith('/api/'),
    origin: ({ payments }) => (payments ? '*' : null),
    methods: 'GET, POST, PATCH, DELETE',
    sends: UNDERSTOOD_HEADERS,
  },
  {
    // Programs that run in a browser on the machine of their user, such as inspectors; others are refused by their Origin.
    isOf: (target) => /^\/mcp\/?(\?|$)/.test(target),
    origin: (policy, origin) => (origin !== null && isOwnHost(policy, origin) ? origin : null),
    methods: 'POST',
    sends: UNDERSTOOD_WITHOUT_SECRET,
  },
  {
    // How they find the authorization server, register and get a key. The page where a person decides is shared with nobody.
    isOf: (target) => /^\/(\.well-known\/|oauth\/(register|token)(\?|$))/.test(target),
    origin: () => '*',
    methods: 'GET, POST',
    sends: UNDERSTOOD_WITHOUT_SECRET,
  },
]

/** The headers that let the page of this origin read the answer, where it may. @see https://fetch.spec.whatwg.org/#cors-protocol */
export function crossOriginHeaders(policy: Pick<Policy, 'payments' | 'baseUrl'>, target: string, request: Request): Record<string, string> {
  const sharing = SHARINGS.find(({ isOf }) => isOf(target))
  const origin = sharing?.origin(policy, request.headers.get('origin')) ?? null
  if (!sharing || origin === null) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': ANSWERED_HEADERS.join(', '),
    ...(origin === '*' ? {} : { vary: 'origin' }),
  }
}

/** The answer to a browser that asks whether a page may send a request of this path; null where it may not, or nobody asked. */
export function preflightHeaders(
  policy: Pick<Policy, 'payments' | 'baseUrl'>,
  target: string,
  { method, headers }: Request,
): Record<string, string> | null {
  const asks = method === 'OPTIONS' && headers.has('access-control-request-method')
  const sharing = asks ? SHARINGS.find(({ isOf }) => isOf(target)) : undefined
  if (!sharing || sharing.origin(policy, headers.get('origin')) === null) return null
  return {
    'access-control-allow-methods': sharing.methods,
    'access-control-allow-headers': sharing.sends.join(', '),
    'access-control-max-age': '86400',
  }
}
