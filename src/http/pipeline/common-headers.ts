import type { Deps } from '../../ports/deps.ts'
import type { Layer } from './pipeline.ts'

/** Strict-Transport-Security for browsers that came over https. @see RFC 6797 */
const STAY_ON_HTTPS = { 'strict-transport-security': 'max-age=31536000' } as const

const ALLOWED = ['content-type', 'payment-signature', 'x-payment', 'x-idempotency-key', 'x-launcher-key', 'access-control-expose-headers']
const EXPOSED = ['payment-required', 'payment-response', 'x-payment-response', 'idempotency-replayed', 'retry-after', 'x-request-id']

const OPEN: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
}
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': ALLOWED.join(', '),
  'access-control-max-age': '86400',
}

const isOpen = (target: string): boolean => target.startsWith('/api/')

/** Lets pages of other origins read answers of the API and their payment headers: paying needs no cookie and no key. */
const crossOriginHeaders = (target: string): typeof OPEN => (isOpen(target) ? OPEN : {})

/**
 * Headers of every answer: request id, cluster, and security headers. Handlers on hot paths build them into the answer, since adding them
 * later is slower.
 */
export function setCommonHeaders({ policy }: Pick<Deps, 'policy'>): Layer {
  return async (_request, context, next) => {
    const { requestId, transport, target } = context
    const common: Record<string, string> = {
      'x-request-id': requestId,
      'x-svc-cluster': policy.cluster,
      'x-content-type-options': 'nosniff',
      ...(transport === 'https' ? STAY_ON_HTTPS : {}),
      ...(policy.payments ? crossOriginHeaders(target) : {}),
    }
    context.commonHeaders = common
    const response = await next()
    const { headers } = response
    if (!headers.has('x-request-id')) for (const name in common) headers.set(name, common[name]!)
    return response
  }
}

/**
 * Answers CORS preflights of the API where calls are sold.
 * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export function answerPreflights({ policy }: Pick<Deps, 'policy'>): Layer {
  return (request, { target }, next) => {
    const asks = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    return policy.payments && asks && isOpen(target) ? new Response(null, { status: 204, headers: PREFLIGHT }) : next()
  }
}

/** While the service shuts down, connections close after their answer, so that the client's next request reaches another process. */
export function closeWhenStopping({ stopNotice }: Pick<Deps, 'stopNotice'>): Layer {
  return async (_request, _context, next) => {
    const response = await next()
    if (stopNotice.answerByMs !== null) response.headers.set('connection', 'close')
    return response
  }
}
