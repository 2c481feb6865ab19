import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ClusterName } from '../../domain/cluster.ts'
import { AppError } from '../../domain/errors.ts'
import { ROUTE_TAG_NAMES } from '../../domain/text/route-tags.ts'
import { Lookup } from '../../domain/text/text.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { createLazyDocument } from '../../http/answers/lazy-document.ts'
import { idParam } from '../../http/answers/wire.ts'
import { linksOf, LinksView } from '../../http/answers/links.ts'
import { writeOpenApi } from '../../http/openapi/write-openapi.ts'
import { finishInTurns } from '../../lib/yield-to-event-loop.ts'
import { filledPage, wantsPage } from '../../http/pages/filled-page.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { Enum, Ok } from '../../domain/json.ts'
import { agentDocument, AgentDocument } from './agent-view.ts'
import { errorText, errorView, ErrorView } from './error-view.ts'
import { errorCatalogueText, llmsFullText, llmsText } from './llms-view.ts'
import { topicText } from './topic-view.ts'
import { LAUNCH_QUOTE_REFUSALS } from '../plan/refusals.ts'
import { TOPIC_NAMES } from '../topics/topic.ts'
import { AcpView, acpView } from './acp-view.ts'
import { PlatformDocument, platformDocument, PlatformQuery } from './platform-quote-view.ts'
import { createPlatformReader, QUOTED_WALLETS } from './platform-reader.ts'
import { PlatformView, platformViews } from './platform-view.ts'
import { readRecordedCalls, readRecordedEvents } from './read-recorded-calls.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'

/** Where a client begins, what it can do, and what its errors mean. @see rules 4.1 */
export const discoveryRoutes = (deps: HttpDeps) => {
  const openApi = openApiDocument(deps, null)
  return new Elysia({ name: 'discovery', tags: ['discovery'] })
    .use(rootRoutes(deps))
    .use(documentRoutes(deps, openApi))
    .use(topicRoutes(deps))
    .use(openApiRoutes(deps, openApi))
    .use(platformRoutes(deps))
    .use(errorRoutes(deps))
}

const Root = Ok({
  service: Type.String(),
  version: Type.Literal('1'),
  cluster: ClusterName,
  build: Type.Object({ commit: Type.String() }),
  links: LinksView,
})

const rootRoutes = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'public-read')).get(
    '/',
    ({ request, set }) => {
      set.headers.vary = 'accept'
      if (wantsPage(request)) return new Response(null, { status: 302, headers: { location: '/board', vary: 'accept' } })
      const { serviceTitle, cluster, buildCommit, baseUrl } = deps.policy
      return {
        ok: true as const,
        service: serviceTitle,
        version: '1' as const,
        cluster,
        build: { commit: buildCommit },
        links: linksOf(baseUrl),
      }
    },
    {
      response: { 200: Root },
      detail: { operationId: 'root', summary: 'Service root; a browser is sent to /board', ...routeDocs({ redirects: true }) },
    },
  )

type LazyDocument = ReturnType<typeof createLazyDocument>

const documentRoutes = (deps: HttpDeps, openApi: LazyDocument) => {
  const json = (make: () => unknown) => createLazyDocument('application/json', async () => JSON.stringify(await make()))
  const text = (make: () => string | Promise<string>) => createLazyDocument('text/plain; charset=utf-8', async () => make())
  const discovery = json(() => agentDocument(deps))
  const llmsFull = text(async () => llmsFullText(deps, await readRecordedCalls(deps.policy)))
  const linkedBytes = async () => ({
    llmsFull: await llmsFull.bytes(),
    openApi: await openApi.bytes(),
    discovery: await discovery.bytes(),
  })
  return new Elysia()
    .use(openGuard(deps, 'public-read'))
    .get('/api/agent', discovery, {
      response: { 200: AgentDocument },
      detail: {
        operationId: 'discover',
        summary: 'Discovery document: capabilities, limits, rates, endpoints, error codes',
        ...routeDocs({ tagged: true }),
      },
    })
    .get(
      '/llms.txt',
      text(async () => llmsText(deps, await linkedBytes())),
      {
        detail: {
          operationId: 'readGuide',
          summary: 'How to use this service, for agents: commands from nothing to a launched coin',
          ...routeDocs({ sends: 'text/plain', tagged: true }),
        },
      },
    )
    .get('/llms-full.txt', llmsFull, {
      detail: {
        operationId: 'readFullGuide',
        summary: 'Every route with a worked example, and every error code',
        ...routeDocs({ sends: 'text/plain', tagged: true }),
      },
    })
    .get('/errors', text(errorCatalogueText), {
      detail: {
        operationId: 'listErrors',
        summary: 'Every error code: its status, what it means and what to do',
        ...routeDocs({ sends: 'text/plain', tagged: true }),
      },
    })
}

const topicRoutes = (deps: HttpDeps) => {
  const files = new Map(
    TOPIC_NAMES.map((name) => [name as string, createLazyDocument('text/plain; charset=utf-8', async () => topicText(deps, name))]),
  )
  return new Elysia().use(openGuard(deps, 'public-read')).get(
    '/llms/:topic',
    async (context) => {
      const { topic } = context.params
      const answer = files.get(topic.replace(/\.txt$/, ''))
      if (!answer) throw new AppError('topic_not_found', { topics: TOPIC_NAMES.join(', ') })
      return answer(context)
    },
    {
      params: Type.Object({
        topic: Lookup({ maxLength: FIELD_LIMITS.idMax, description: `One of ${TOPIC_NAMES.join(', ')}; with .txt or without.` }),
      }),
      detail: {
        operationId: 'readTopic',
        summary: 'One topic in at most 2,500 tokens: commands, routes, and what to do about errors',
        ...routeDocs({ sends: 'text/plain', tagged: true, refuses: ['topic_not_found'] }),
      },
    },
  )
}

/** Longest that the writing of a document keeps others waiting. */
const DOCUMENT_TURN_MS = 5

const openApiDocument = (deps: HttpDeps, tag: string | null): LazyDocument =>
  createLazyDocument('application/json', async () => {
    const recorded = { calls: await readRecordedCalls(deps.policy), events: await readRecordedEvents(deps.policy) }
    return JSON.stringify(await finishInTurns(writeOpenApi(deps.routes(), deps.policy, recorded, tag), DOCUMENT_TURN_MS))
  })

const openApiRoutes = (deps: HttpDeps, all: LazyDocument) => {
  const parts = new Map(ROUTE_TAG_NAMES.map((tag) => [tag, openApiDocument(deps, tag)]))
  return new Elysia()
    .use(openGuard(deps, 'public-read'))
    .get('/openapi.json', async (context) => (context.query.tag === undefined ? all : parts.get(context.query.tag)!)(context), {
      query: Type.Object({ tag: Type.Optional(Enum(ROUTE_TAG_NAMES, { description: 'Only the routes of this group.' })) }),
      response: { 200: Type.Object({ openapi: Type.Literal('3.1.0') }, { additionalProperties: true }) },
      detail: { operationId: 'readOpenApi', summary: 'This API as OpenAPI 3.1', ...routeDocs({ tagged: true }) },
    })
}

const platformRoutes = (deps: HttpDeps) => {
  const readPlatform = createPlatformReader(deps)
  return new Elysia()
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

const errorRoutes = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'public-read')).get(
    '/errors/:code',
    ({ params, request, set }) => {
      const view = errorView(deps, params.code)
      set.headers.vary = 'accept'
      if (wantsPage(request)) {
        const { code, status, title, example, fix, routes } = view
        const callOf = new Map(deps.routes().map(({ method, path, operationId }) => [`${method} ${path}`, operationId]))
        return filledPage(deps, 'error.html', {
          CODE: code,
          STATUS: String(status),
          TITLE: title,
          EXAMPLE: example,
          FIX: fix,
          ROUTES: routes.map((route) => [`/docs#${callOf.get(route)}`, route] as const),
        })
      }
      const plain = request.headers.get('accept')?.includes('text/plain')
      return plain ? new Response(errorText(view), { headers: { 'content-type': 'text/plain; charset=utf-8', vary: 'accept' } }) : view
    },
    {
      params: Type.Object({ code: Lookup({ maxLength: FIELD_LIMITS.idMax }) }),
      response: { 200: ErrorView },
      detail: {
        operationId: 'explainError',
        summary: 'What an error code means, when it comes and what to do; as a page for browsers, as text for those who accept text/plain',
        ...routeDocs({ alsoSends: ['text/html', 'text/plain'], refuses: ['error_code_not_found'] }),
      },
    },
  )
