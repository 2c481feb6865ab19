import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type HttpDeps, openGuard } from '../../http/guards.ts'
import { createLazyDocument } from '../../http/lazy-document.ts'
import { type RecordedCalls, writeOpenApi } from '../../http/openapi/write-openapi.ts'
import { wantsPage } from '../../http/pages.ts'
import { notes } from '../../http/route-notes.ts'
import { Ok } from '../../http/wire.ts'
import { PlatformView, platformViews } from './platform-view.ts'

/** Calls that were really made, one for each route; read when a document needs them. */
const recordedCalls = async (): Promise<RecordedCalls> => (await import('./recorded-calls.json')).default

/** Where a client begins. @see spec 4.1 */
export const discoveryRoutes = (deps: HttpDeps) => {
  const { policy, launchpads } = deps
  const root = () => ({
    ok: true as const,
    service: policy.serviceTitle,
    version: '1',
    cluster: policy.cluster,
    build: { commit: policy.buildCommit },
    links: { discovery: `${policy.baseUrl}/api/agent`, platforms: `${policy.baseUrl}/api/platforms`, coins: `${policy.baseUrl}/api/coins` },
  })
  const Root = Ok({
    service: Type.String(),
    version: Type.String(),
    cluster: Type.String(),
    build: Type.Object({ commit: Type.String() }),
    links: Type.Record(Type.String(), Type.String()),
  })
  const openApi = createLazyDocument('application/json', async () =>
    JSON.stringify(writeOpenApi(deps.routes(), policy, await recordedCalls())),
  )
  return new Elysia({ name: 'discovery', tags: ['discovery'], normalize: false })
    .use(openGuard(deps, 'public-read'))
    .get(
      '/',
      ({ request, set }) => {
        set.headers.vary = 'accept'
        if (wantsPage(request)) return new Response(null, { status: 302, headers: { location: '/board', vary: 'accept' } })
        return root()
      },
      { response: { 200: Root }, detail: { summary: 'Service root; a browser is sent to /board', ...notes({ redirects: true }) } },
    )
    .get('/openapi.json', openApi, {
      response: { 200: Type.Object({ openapi: Type.Literal('3.1.0'), paths: Type.Object({}) }, { additionalProperties: true }) },
      detail: { summary: 'This API as OpenAPI 3.1', ...notes({ tagged: true }) },
    })
    .get('/api/agent', root, { response: { 200: Root }, detail: { summary: 'Discovery document' } })
    .get(
      '/api/platforms',
      () => ({
        ok: true as const,
        cluster: policy.cluster,
        platforms: platformViews(launchpads),
        acp: { enabled: false, reason: 'This service is not listed on an agent-commerce marketplace.' },
      }),
      {
        response: {
          200: Ok({
            cluster: Type.String(),
            platforms: Type.Array(PlatformView),
            acp: Type.Object({ enabled: Type.Boolean(), reason: Type.String() }),
          }),
        },
        detail: { summary: 'The launchpads of this service' },
      },
    )
}
