import { Elysia } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import { createLazyDocument } from '../../http/answers/lazy-document.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { agentCard, AgentCardView } from './agent-card-view.ts'
import { KEYS_PATH, JwksView } from './jwks-view.ts'
import { agentManifest, AgentManifest } from './agent-manifest-view.ts'
import { agentRegistration, AgentRegistrationView } from './agent-registration-view.ts'
import { aiCatalog, AiCatalogView, MCP_PATH, SERVER_CARD_PATH } from './ai-catalog-view.ts'
import { aiPlugin, AiPlugin } from './ai-plugin-view.ts'
import { robots } from './robots-view.ts'
import { registryEntry, serverCard } from './server-card-view.ts'
import { sitemap } from './sitemap-view.ts'
import { soldRoutesView, SoldRoutesView } from './x402-sold-routes-view.ts'
import { skillFile } from './skill-file-view.ts'

/** What agents, catalogues and crawlers look for at addresses that others fixed. */
export const wellKnownRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'well-known', tags: ['discovery'] })
    .use(manifestRoutes(deps))
    .use(cardRoutes(deps))
    .use(catalogRoutes(deps))
    .use(siteRoutes(deps))

/** Whoever reads a card may be a page of another origin: there is nothing in it that is not public. */
const OPEN = { 'access-control-allow-origin': '*' }

const document = (contentType: string, make: () => Promise<string>) => {
  const answer = createLazyDocument(contentType, make)
  return async (context: Parameters<typeof answer>[0]): Promise<Response> => {
    Object.assign(context.set.headers, OPEN)
    return answer(context)
  }
}

const json = (make: () => unknown, contentType = 'application/json') => document(contentType, async () => JSON.stringify(await make()))

const manifest = (make: () => unknown) => createLazyDocument('application/json', async () => JSON.stringify(make()))

const manifestRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'public-read'))
    .get(
      '/.well-known/agent.json',
      manifest(() => agentManifest(deps)),
      {
        response: { 200: AgentManifest },
        detail: { operationId: 'agentManifest', summary: 'Who this service is, for agents', ...routeDocs({ tagged: true }) },
      },
    )
    .get(
      '/.well-known/ai-plugin.json',
      manifest(() => aiPlugin(deps)),
      {
        response: { 200: AiPlugin },
        detail: { operationId: 'pluginManifest', summary: 'The same as a plugin manifest', ...routeDocs({ tagged: true }) },
      },
    )

const CATALOG_TYPE = 'application/ai-catalog+json'
const SKILL_TYPE = 'text/markdown'

const cardRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'public-read'))
    .get(
      '/.well-known/agent-card.json',
      json(() => deps.a2a.signed(agentCard(deps), `${deps.policy.baseUrl}${KEYS_PATH}`)),
      {
        response: { 200: AgentCardView },
        detail: {
          operationId: 'agentCard',
          summary: 'Agent card of A2A 1.0, signed: who this service is and what other agents may ask it',
          ...routeDocs({ tagged: true }),
        },
      },
    )
    .get(
      KEYS_PATH,
      json(() => ({ keys: deps.a2a.keys() })),
      {
        response: { 200: JwksView },
        detail: { operationId: 'cardKeys', summary: 'The keys that the agent card is signed with', ...routeDocs({ tagged: true }) },
      },
    )

/** Where agents and registries look for what there is to ask. */
const catalogRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'public-read'))
    .get(
      '/.well-known/ai-catalog.json',
      json(() => aiCatalog(deps), CATALOG_TYPE),
      {
        response: { 200: AiCatalogView },
        detail: {
          operationId: 'aiCatalog',
          summary: 'Where the cards of this service are',
          ...routeDocs({ sends: CATALOG_TYPE, tagged: true }),
        },
      },
    )
    .get(
      '/.well-known/agent-registration.json',
      json(() => agentRegistration(deps)),
      {
        response: { 200: AgentRegistrationView },
        detail: {
          operationId: 'agentRegistration',
          summary: 'What ERC-8004 registries read of this service, and proof of its domain',
          ...routeDocs({ tagged: true }),
        },
      },
    )
    .get(
      '/.well-known/x402',
      json(() => soldRoutesView(deps)),
      {
        response: { 200: SoldRoutesView },
        detail: {
          operationId: 'soldRoutes',
          summary: 'What is sold by the call, for catalogues of paid calls: address, price, schema and example',
          ...routeDocs({ tagged: true }),
        },
      },
    )
    .get(
      '/SKILL.md',
      document(`${SKILL_TYPE}; charset=utf-8`, async () => skillFile(deps)),
      {
        detail: {
          operationId: 'readSkill',
          summary: 'A skill to install: how a coding agent launches a coin here',
          ...routeDocs({ sends: SKILL_TYPE, tagged: true }),
        },
      },
    )

/** A document of the MCP endpoint, where there is one. */
const ofMcp = (deps: HttpDeps, make: () => unknown, contentType?: string) => {
  const answer = json(make, contentType)
  return (context: Parameters<typeof answer>[0]) => {
    if (!deps.serves(MCP_PATH)) throw new AppError('route_not_found')
    return answer(context)
  }
}

const siteRoutes = (deps: HttpDeps) => {
  const hidden = { detail: { hide: true } }
  return new Elysia()
    .use(openGuard(deps, 'public-read'))
    .get(
      '/robots.txt',
      document('text/plain; charset=utf-8', async () => robots(deps)),
      hidden,
    )
    .get(
      '/sitemap.xml',
      document('application/xml; charset=utf-8', async () => sitemap(deps)),
      hidden,
    )
    .get(
      SERVER_CARD_PATH,
      ofMcp(deps, () => serverCard(deps), 'application/mcp-server-card+json'),
      hidden,
    )
    .get(
      '/server.json',
      ofMcp(deps, () => registryEntry(deps)),
      hidden,
    )
}
