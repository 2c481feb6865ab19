import type { Deps } from '../../ports/deps.ts'
import type { Layer } from './pipeline.ts'

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
export const crossOriginHeaders = (target: string): typeof OPEN => (isOpen(target) ? OPEN : {})

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
