import { Elysia } from 'elysia'
import { spelledMint } from '../../domain/text/coin-address.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { mintParam } from '../../http/answers/wire.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { coinViewer } from '../coins/coin-view.ts'
import { StatusResponse, statusView } from './status-view.ts'
import { readStatus } from './read-status.ts'

/** How a launched coin stands on its chain. @see rules 3.2, 4.2 */
export const statusRoutes = (deps: HttpDeps) => {
  const view = coinViewer(deps)
  return new Elysia({ name: 'status', prefix: '/api/agent', tags: ['fee-share'] }).use(keyGuard(deps, 'status')).get(
    '/status/:mint',
    async ({ caller, payment, params, set }) => {
      const status = await readStatus(deps, spelledMint(params.mint), { caller, payment })
      set.headers['cache-control'] = 'no-store'
      return statusView(status, deps.policy.cluster, view(status.coin))
    },
    {
      params: mintParam,
      response: { 200: StatusResponse },
      detail: {
        operationId: 'launchStatus',
        summary: 'How a coin stands, read from the chain now',
        ...routeDocs({ refuses: ['coin_not_found', 'upstream_unavailable'] }),
      },
    },
  )
}
