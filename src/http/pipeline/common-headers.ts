import type { Deps } from '../../ports/deps.ts'
import type { Layer } from './pipeline.ts'

/** A browser that was here over https comes back over https alone. @see RFC 6797 */
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

/** Lets pages of other origins read answers of the API and their payment headers: who pays needs no cookie and no key. */
const crossOriginHeaders = (target: string): typeof OPEN => (isOpen(target) ? OPEN : {})

/**
 * What every answer says: its request id, the cluster, and how a browser has to treat it. Whoever makes an answer in a hurry puts
 * them in by itself: to set them afterwards takes longer.
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
 * Answers a browser that asks whether it may call the API, where calls are for sale.
 * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export function answerPreflights({ policy }: Pick<Deps, 'policy'>): Layer {
  return (request, { target }, next) => {
    const asks = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    return policy.payments && asks && isOpen(target) ? new Response(null, { status: 204, headers: PREFLIGHT }) : next()
  }
}

/** While the service stops, a connection ends with its answer: the client's next request must find another process. */
export function closeWhenStopping({ stopNotice }: Pick<Deps, 'stopNotice'>): Layer {
  return async (_request, _context, next) => {
    const response = await next()
    if (stopNotice.answerByMs !== null) response.headers.set('connection', 'close')
    return response
  }
}
