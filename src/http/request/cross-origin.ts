const ALLOWED = ['content-type', 'payment-signature', 'x-payment', 'x-idempotency-key', 'x-launcher-key', 'access-control-expose-headers']
const EXPOSED = ['payment-required', 'payment-response', 'x-payment-response', 'idempotency-replayed', 'retry-after', 'x-request-id']

const isOpen = (target: string): boolean => target.startsWith('/api/')

/** Lets pages of other origins read answers of the API and their payment headers: who pays needs no cookie and no key. */
export const crossOriginHeaders = (target: string): Record<string, string> =>
  isOpen(target) ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED.join(', ') } : {}

/** Answers a browser that asks whether it may call; null for anything else. @see https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function preflightResponse(request: Request, target: string): Response | null {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method') || !isOpen(target)) return null
  return new Response(null, {
    status: 204,
    headers: {
      ...crossOriginHeaders(target),
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': ALLOWED.join(', '),
      'access-control-max-age': '86400',
    },
  })
}
