import { LIMITS } from '../domain/limits.ts'
import type { Deps } from '../ports/deps.ts'
import { clientAddress } from './client-address.ts'
import { problemResponse } from './problem.ts'
import { type RequestContext, setRequestContext } from './request-context.ts'

/** Answers one request; `socketAddress` is the peer's. */
export type Handler = (request: Request, socketAddress: string) => Promise<Response>

/** The app with what every answer has: a request id, the security headers, the cluster, and one log line. */
export function createHandler(deps: Deps, app: { fetch(request: Request): Response | Promise<Response> }): Handler {
  const { clock, ids, log, policy } = deps
  return async (request, socketAddress) => {
    const startedMs = performance.now()
    const address = clientAddress({
      socketAddress,
      forwardedFor: request.headers.get('x-forwarded-for'),
      trustedProxies: policy.trustedProxies,
    })
    const context: RequestContext = { requestId: `req_${ids.text(20)}`, address, keyId: null, errorCode: null }
    setRequestContext(request, context)
    let response: Response
    try {
      response = await app.fetch(request)
    } catch (error) {
      response = problemResponse(deps, request, error, {})
    }
    response.headers.set('x-request-id', context.requestId)
    response.headers.set('x-svc-cluster', policy.cluster)
    response.headers.set('x-content-type-options', 'nosniff')
    log.info('request', {
      requestId: context.requestId,
      method: request.method,
      // Without the query: a token that someone put there by mistake stays out of the log.
      path: new URL(request.url).pathname.slice(0, 200),
      status: response.status,
      ms: Math.round((performance.now() - startedMs) * 10) / 10,
      address,
      keyId: context.keyId,
      ...(context.errorCode === null ? {} : { code: context.errorCode }),
      atMs: clock.nowMs(),
    })
    return response
  }
}

/** A socket that listens. */
export interface Listener {
  readonly url: string
  /** Takes no new connection, waits for the requests under way (`drainMs` at most), then closes what is open. */
  stop(drainMs: number): Promise<void>
}

/** Serves the handler on an address; `port` 0 takes a free one. */
export function listen(handler: Handler, { host, port }: { host: string; port: number }): Listener {
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: host,
    port,
    // The guards answer 413 themselves; the server's own limit stands a little behind theirs.
    maxRequestBodySize: LIMITS.bodyBytesMax + 1_048_576,
    idleTimeout: 120,
    fetch: (request) => handler(request, server.requestIP(request)?.address ?? 'unknown'),
  })
  return {
    url: server.url.href.replace(/\/$/, ''),
    stop: async (drainMs) => {
      const late = Promise.withResolvers<'late'>()
      const timer = setTimeout(late.resolve, drainMs, 'late')
      const end = await Promise.race([server.stop(), late.promise])
      clearTimeout(timer)
      if (end === 'late') await server.stop(true)
    },
  }
}
