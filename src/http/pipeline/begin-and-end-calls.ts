import { shownPath } from '../../lib/logger.ts'
import type { Deps } from '../../ports/deps.ts'
import { noTracer } from '../../ports/tracer.ts'
import { createPeerCache } from '../request/peer-cache.ts'
import { transportOf } from '../request/secure-transport.ts'
import { type RequestContext, requestContext, sentCallOf, setRequestContext } from '../request/request-context.ts'
import { type Arrival, type Layer, whenAnswered } from './pipeline.ts'

/** Gives every request its context: id, client address and transport. */
export function identifyRequest({ ids, policy }: Pick<Deps, 'ids' | 'policy'>) {
  const peerOf = createPeerCache(policy.trustedProxies)
  return (request: Request, socketAddress: string, { tls, crowded }: Arrival): RequestContext => {
    const { headers } = request
    const { peer, from } = peerOf(socketAddress)
    const transport = transportOf({ peer, tls, headers })
    const { address, bucket, site } = from(headers)
    return newContext(request, {
      requestId: ids.id('req'),
      address,
      bucket,
      site,
      transport,
      mayCarrySecrets: transport !== 'plain' || policy.allowPlainHttp,
      crowded,
      within: null,
    })
  }
}

/** The context of a request that the service makes itself to answer another: same client, same transport. */
export const contextWithin = ({ ids }: Pick<Deps, 'ids'>, request: Request, outer: Request): RequestContext => {
  const { address, bucket, site, transport, mayCarrySecrets } = requestContext(outer)
  const within = sentCallOf(outer)
  return newContext(request, { requestId: ids.id('req'), address, bucket, site, transport, mayCarrySecrets, crowded: false, within })
}

/** The members of a context that are known from the start. */
type Beginning = Pick<RequestContext, 'requestId' | 'address' | 'bucket' | 'site' | 'transport' | 'mayCarrySecrets' | 'crowded' | 'within'>

function newContext(
  request: Request,
  { requestId, address, bucket, site, transport, mayCarrySecrets, crowded, within }: Beginning,
): RequestContext {
  const context: RequestContext = {
    requestId,
    target: targetOf(request.url),
    address,
    bucket,
    site,
    transport,
    mayCarrySecrets,
    crowded,
    within,
    bodySha256: null,
    commonHeaders: {},
    keyId: null,
    errorCode: null,
    route: null,
    rateGroup: null,
    price: null,
    failure: null,
    finishPaidCall: null,
    checkedBody: null,
    releaseBody: null,
    keepAnswer: null,
  }
  setRequestContext(request, context)
  return context
}

/** Path and query of an absolute URL; a request without a valid host has only a path. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start === -1 ? '/' : url.slice(start)
}

/** Ends a call with its answer: charges or refunds a paid one and stores the answer for replays, then releases the body's memory. */
export const endCalls: Layer = (_request, context, next) => {
  const answer = next()
  // What no guard was asked about is not paid for, and has no body.
  return answer instanceof Promise ? finishAnswer(context, answer) : answer
}

async function finishAnswer(context: RequestContext, answer: Promise<Response>): Promise<Response> {
  try {
    const response = await answer
    return context.finishPaidCall ? await context.finishPaidCall(response) : response
  } finally {
    context.releaseBody?.()
  }
}

/** What keeps track of every request: a span, a log line, and a count in the metrics. */
export const followCalls = (deps: Pick<Deps, 'tracer' | 'clock' | 'log' | 'metrics'>): readonly Layer[] => [
  ...(deps.tracer === noTracer ? [] : [traceRequests(deps)]),
  logRequests(deps),
]

/** Writes one log line and counts one request in the metrics for every answer. */
function logRequests({ clock, log, metrics }: Pick<Deps, 'clock' | 'log' | 'metrics'>): Layer {
  return ({ method }, context, next) => {
    const startedMs = clock.elapsedMs()
    return whenAnswered(next(), (response) => {
      const ms = clock.elapsedMs() - startedMs
      const { requestId, target, address, keyId, errorCode } = context
      const { status } = response
      const route = context.route ?? 'unmatched'
      metrics.count('svc_http_requests_total', { method, route, status: String(status) })
      metrics.observe('svc_http_request_duration_seconds', { route }, ms / 1_000)
      // Without the query, which may contain a token by mistake.
      const path = shownPath(target)
      const line = { requestId, method, path, status, ms: Math.round(ms * 10) / 10, address, keyId }
      const atMs = clock.nowMs()
      log.info('request', errorCode === null ? Object.assign(line, { atMs }) : { ...line, code: errorCode, atMs })
      return response
    })
  }
}

/** Makes every request a span, of the trace that its `traceparent` names, if that is a valid one. */
function traceRequests({ tracer }: Pick<Deps, 'tracer'>): Layer {
  return ({ method, headers }, context, next) =>
    tracer.span({ name: method, kind: 'server', parent: headers.get('traceparent') }, (note) =>
      whenAnswered(next(), (response) => {
        const route = context.route ?? 'unmatched'
        const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': response.status }
        note(`${method} ${route}`, attributes)
        return response
      }),
    )
}
