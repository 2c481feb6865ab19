import type { Deps } from '../../ports/deps.ts'
import { crossOriginHeaders, preflightHeaders } from './cross-origin.ts'
import { type Layer, whenAnswered } from './pipeline.ts'

/** Strict-Transport-Security for browsers that came over https. @see RFC 6797 */
const STAY_ON_HTTPS = { 'strict-transport-security': 'max-age=31536000' } as const

/** What every answer passes on its way out, and preflights in place of a route. */
export const answerCommonly = (deps: Pick<Deps, 'policy' | 'stopNotice'>): readonly Layer[] => [
  closeWhenStopping(deps),
  setCommonHeaders(deps),
  answerPreflights(deps),
]

/**
 * Headers of every answer: request id, cluster, and security headers. Handlers on hot paths build them into the answer, since adding them
 * later is slower.
 */
function setCommonHeaders({ policy }: Pick<Deps, 'policy'>): Layer {
  return (request, context, next) => {
    const { requestId, transport, target } = context
    const common: Record<string, string> = {
      'x-request-id': requestId,
      'x-svc-cluster': policy.cluster,
      'x-content-type-options': 'nosniff',
      ...(transport === 'https' ? STAY_ON_HTTPS : {}),
      ...crossOriginHeaders(policy, target, request),
    }
    context.commonHeaders = common
    return whenAnswered(next(), (response) => {
      const { headers } = response
      if (!headers.has('x-request-id')) for (const name in common) headers.set(name, common[name]!)
      return response
    })
  }
}

/**
 * Answers CORS preflights of what pages of other origins may call.
 * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
function answerPreflights({ policy }: Pick<Deps, 'policy'>): Layer {
  return (request, { target }, next) => {
    const headers = preflightHeaders(policy, target, request)
    return headers ? new Response(null, { status: 204, headers }) : next()
  }
}

/** While the service shuts down, connections close after their answer, so that the client's next request reaches another process. */
function closeWhenStopping({ stopNotice }: Pick<Deps, 'stopNotice'>): Layer {
  return (_request, _context, next) =>
    whenAnswered(next(), (response) => {
      if (stopNotice.answerByMs !== null) response.headers.set('connection', 'close')
      return response
    })
}
