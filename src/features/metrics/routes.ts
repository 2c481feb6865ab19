import { Elysia } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import { checkScope, NO_BOUNDS } from '../../domain/keys/key-bounds.ts'
import { requestContext } from '../../http/request/request-context.ts'
import { authenticate } from '../../http/guards/authenticate.ts'
import { unguarded } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { apiKeyOrBearerOf } from '../../http/request/secret-header.ts'
import { isTrustedLocal } from '../../http/request/came-directly.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { createMetricsReader } from './metrics-reader.ts'

/**
 * Metrics of this process and the operator's wallets, for monitoring.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats
 */
export const metricsRoutes = (deps: HttpDeps) => {
  const read = createMetricsReader(deps)
  return new Elysia({ name: 'metrics', tags: ['operating'] }).use(unguarded()).get(
    '/metrics',
    async ({ request }) => {
      if (!isTrustedLocal(deps.policy, request)) await requireOperatorKey(deps, request)
      return new Response(await read(), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      })
    },
    {
      detail: {
        operationId: 'metrics',
        summary: 'Metrics in Prometheus’ text form: with the operator key, or from this machine itself while BASE_URL is not public',
        ...routeDocs({ sends: 'text/plain', refuses: ['api_key_invalid', 'operator_key_required', 'key_not_allowed'] }),
      },
    },
  )
}

/** Throws unless the request has the operator's key, as x-svc-api-key or as a bearer token. */
async function requireOperatorKey(deps: HttpDeps, request: Request): Promise<void> {
  const caller = await authenticate(deps, apiKeyOrBearerOf(request), requestContext(request).address)
  if (!caller.operator) throw new AppError('operator_key_required')
  checkScope(caller.bounds ?? NO_BOUNDS, 'read')
}
