import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ClusterName } from '../../domain/cluster.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { idParam } from '../../http/answers/wire.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { Ok } from '../../domain/json.ts'
import { LAUNCH_QUOTE_REFUSALS } from '../plan/refusals.ts'
import { AcpView, acpView } from './acp-view.ts'
import { PlatformDocument, platformDocument, PlatformQuery } from './platform-quote-view.ts'
import { createPlatformReader, QUOTED_WALLETS } from './platform-reader.ts'
import { PlatformView, platformViews } from './platform-view.ts'

/** The launchpads of this service, and what a launch at each costs now. */
export const platformRoutes = (deps: HttpDeps) => {
  const readPlatform = createPlatformReader(deps)
  return new Elysia({ name: 'platforms', tags: ['discovery'] })
    .use(openGuard(deps, 'public-read'))
    .get(
      '/api/platforms',
      () => ({ ok: true as const, cluster: deps.policy.cluster, platforms: platformViews(deps.launchpads), acp: acpView(deps) }),
      {
        response: { 200: Ok({ cluster: ClusterName, platforms: Type.Array(PlatformView), acp: AcpView }) },
        detail: { operationId: 'listPlatforms', summary: 'The launchpads of this service' },
      },
    )
    .get(
      '/api/platforms/:id',
      async ({ params, query }) => platformDocument(await readPlatform(params.id, Number(query.wallets ?? QUOTED_WALLETS))),
      {
        params: idParam(),
        query: PlatformQuery,
        response: { 200: PlatformDocument },
        detail: {
          operationId: 'readPlatform',
          summary: 'One launchpad: what a launch there costs now, in how many transactions, and with which risks',
          ...routeDocs({ refuses: LAUNCH_QUOTE_REFUSALS }),
        },
      },
    )
}
