import { AppError } from '../domain/errors.ts'
import { shownPath } from '../lib/logger.ts'
import type { Deps, Policy } from '../ports/deps.ts'
import { taggedResponse } from './answers/cacheable.ts'
import { addressBuckets, clientAddress, type ClientBuckets } from './request/client-address.ts'
import { crossOriginHeaders, preflightResponse } from './request/cross-origin.ts'
import { problemResponse } from './answers/problem.ts'
import { createRateLimiter, type RateLimiter } from './request/rate-limit.ts'
import { createReadCache, type KeptAnswer } from './request/read-cache.ts'
import { type RequestContext, requestContext, setRequestContext } from './request/request-context.ts'
import { exposesSecrets, refuseExposedSecrets, STAY_ON_HTTPS, transportOf } from './request/secure-transport.ts'

/** Answers one request; `socketAddress` is the peer's, and `tls` says that its connection is one of TLS. */
export type Handler = (request: Request, socketAddress: string, tls?: boolean) => Promise<Response>

/** What the handler stands before: Elysia, or anything that answers requests. */
interface Inner {
  fetch(request: Request): Response | Promise<Response>
}

/** The app with what every answer has: a request id, the security headers, the cluster, one log line, and its place in the metrics. */
export function createHandler(deps: Deps, app: Inner, limiter: RateLimiter = createRateLimiter(deps)): Handler {
  const { ids, policy, stopNotice } = deps
  const cache = createReadCache(deps)
  const addressOf = createAddressBook(policy.trustedProxies)

  const again = (request: Request, context: RequestContext, kept: KeptAnswer, common: Record<string, string>): Response => {
    context.route = kept.route
    try {
      return taggedResponse(request, kept, { ...common, ...limiter.count(kept.rateGroup, null, context) })
    } catch (error) {
      return problemResponse(deps, request, error, common)
    }
  }
  const afresh = async (request: Request, common: Record<string, string>): Promise<Response> => {
    let response: Response
    try {
      if (!namesHost(request)) throw new AppError('host_invalid')
      refuseExposedSecrets(request)
      const answer = await app.fetch(routable(request))
      response = (await requestContext(request).end?.(answer)) ?? answer
    } catch (error) {
      response = problemResponse(deps, request, error, {})
    } finally {
      requestContext(request).release?.()
    }
    for (const name in common) response.headers.set(name, common[name]!)
    return response
  }

  return async (request, socketAddress, tls = false) => {
    const startedMs = performance.now()
    const target = targetOf(request.url)
    const mark = request.method === 'GET' ? cache.mark() : null
    const transport = transportOf({ socketAddress, tls, headers: request.headers, trustedProxies: policy.trustedProxies })
    const context: RequestContext = {
      requestId: ids.id('req'),
      ...addressOf(socketAddress, request.headers.get('x-forwarded-for')),
      mayCarrySecrets: transport !== 'plain' || policy.allowPlainHttp,
      keyId: null,
      errorCode: null,
      route: null,
      rateGroup: null,
      price: null,
      end: null,
      release: null,
      keep: (answer) => {
        const { route, rateGroup } = context
        if (mark && route !== null && rateGroup !== null) cache.keep(target, { ...answer, route, rateGroup }, mark)
      },
    }
    setRequestContext(request, context)
    const common = {
      'x-request-id': context.requestId,
      'x-svc-cluster': policy.cluster,
      'x-content-type-options': 'nosniff',
      ...(transport === 'https' ? STAY_ON_HTTPS : {}),
      ...(policy.payments ? crossOriginHeaders(target) : {}),
    }
    const flight = policy.payments && preflightResponse(request, target)
    if (flight) return flight
    const kept = mark && namesHost(request) && !exposesSecrets(request) ? cache.find(target, mark) : null
    const response = kept ? again(request, context, kept, common) : await afresh(request, common)
    // The client's next request must find another process: this connection ends with its answer.
    if (stopNotice.answerByMs !== null) response.headers.set('connection', 'close')
    note(deps, request.method, target, context, response.status, performance.now() - startedMs)
    return response
  }
}

/** One line in the log, and one more in the metrics. */
function note({ clock, log, metrics }: Deps, method: string, target: string, context: RequestContext, status: number, ms: number): void {
  const { requestId, address, keyId, errorCode } = context
  const route = context.route ?? 'unmatched'
  metrics.count('svc_http_requests_total', { method, route, status: String(status) })
  metrics.observe('svc_http_request_seconds', { route }, ms / 1_000)
  // Without the query: a token that someone put there by mistake stays out of the log.
  const path = shownPath(target)
  const line = { requestId, method, path, status, ms: Math.round(ms * 10) / 10, address, keyId }
  log.info('request', { ...line, ...(errorCode === null ? {} : { code: errorCode }), atMs: clock.nowMs() })
}

/**
 * The request as the router reads it: it looks for the path behind `http://` and so finds none in an address that begins with
 * `https://`. What the handler knows of the request goes along.
 */
function routable(request: Request): Request {
  if (!request.url.startsWith('https:')) return request
  const plain = new Request(`http:${request.url.slice('https:'.length)}`, request)
  setRequestContext(plain, requestContext(request))
  return plain
}

/** One to 255 characters of a name, an IPv4 address or a bracketed IPv6 address, and a port. */
const HOST = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * True for a request that names a host as RFC 9110 7.2 wants it. Of any other no address can be made, and what routes it by and
 * what the log shows would be different texts.
 */
function namesHost({ url, headers }: Request): boolean {
  const host = headers.get('host')
  return /^https?:\/\//.test(url) && (host === null || HOST.test(host)) && URL.canParse(url)
}

/** Path and query of an absolute address; of a request whose host is none the address is a path alone. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start === -1 ? '/' : url.slice(start)
}

const ADDRESSES_MAX = 10_000

/** Where requests come from, remembered for peers that speak for themselves. */
function createAddressBook(trustedProxies: Policy['trustedProxies']) {
  const known = new Map<string, ClientBuckets & { readonly address: string }>()
  return (socketAddress: string, forwardedFor: string | null) => {
    const plain = trustedProxies.length === 0 || forwardedFor === null
    const found = plain ? known.get(socketAddress) : undefined
    if (found) return found
    const address = clientAddress({ socketAddress, forwardedFor, trustedProxies })
    const entry = { address, ...addressBuckets(address) }
    if (known.size >= ADDRESSES_MAX) known.clear()
    if (plain) known.set(socketAddress, entry)
    return entry
  }
}
