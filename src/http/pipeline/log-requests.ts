import { shownPath } from '../../lib/logger.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Layer } from './pipeline.ts'

/** One line in the log and one more in the metrics for every answer. */
export function logRequests({ clock, log, metrics }: Pick<Deps, 'clock' | 'log' | 'metrics'>): Layer {
  return async ({ method }, context, next) => {
    const startedMs = clock.elapsedMs()
    const response = await next()
    const ms = clock.elapsedMs() - startedMs
    const { requestId, target, address, keyId, errorCode } = context
    const { status } = response
    const route = context.route ?? 'unmatched'
    metrics.count('svc_http_requests_total', { method, route, status: String(status) })
    metrics.observe('svc_http_request_duration_seconds', { route }, ms / 1_000)
    // Without the query: a token that someone put there by mistake stays out of the log.
    const path = shownPath(target)
    const line = { requestId, method, path, status, ms: Math.round(ms * 10) / 10, address, keyId }
    log.info('request', { ...line, ...(errorCode === null ? {} : { code: errorCode }), atMs: clock.nowMs() })
    return response
  }
}
