import { Elysia } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import { authenticate } from '../../http/guards/authenticate.ts'
import { cameDirectly } from '../../http/request/came-directly.ts'
import { unguarded } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { createMetricsReader } from './metrics-reader.ts'

/**
 * What this process and its wallets are at, for the operator's monitoring.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats
 */
export const metricsRoutes = (deps: HttpDeps) => {
  const read = createMetricsReader(deps)
  return new Elysia({ name: 'metrics', tags: ['operating'], normalize: false }).use(unguarded()).get(
    '/metrics',
    async ({ request }) => {
      if (!cameDirectly(request)) await refuseStrangers(deps, request)
      return new Response(await read(), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      })
    },
    {
      detail: {
        summary: 'Metrics in Prometheus’ text form: from this machine itself, or with the operator key',
        ...routeDocs({ sends: 'text/plain', refuses: ['api_key_invalid', 'operator_key_required'] }),
      },
    },
  )
}

/** Passes the operator's key, as x-svc-api-key or as a bearer token. @throws AppError api_key_invalid | operator_key_required */
async function refuseStrangers(deps: HttpDeps, { headers }: Request): Promise<void> {
  const bearer = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const caller = await authenticate(deps, headers.get('x-svc-api-key') ?? bearer ?? null)
  if (!caller.operator) throw new AppError('operator_key_required')
}
