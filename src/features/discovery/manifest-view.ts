import { type Static, Type } from '@sinclair/typebox'
import type { HttpDeps } from '../../http/http-deps.ts'
import { AUTH, authOf, linksOf } from './agent-view.ts'

/** What this service is, in one sentence. */
export const WHAT =
  'Launches coins for AI agents; the creator fees of each coin are split on chain among its crew, the agent and the treasury.'

/** Schema of /.well-known/agent.json. */
export const AgentManifest = Type.Object({
  name: Type.String(),
  description: Type.String(),
  url: Type.String(),
  version: Type.String(),
  documentationUrl: Type.String(),
  openapi: Type.String(),
  discovery: Type.String(),
  capabilities: Type.Object({ streaming: Type.Literal(false), pushNotifications: Type.Literal(false), webhooks: Type.Literal(true) }),
  authentication: Type.Object({ schemes: Type.Array(Type.String()), headers: Type.Record(Type.String(), Type.String()) }),
  defaultInputModes: Type.Array(Type.String()),
  defaultOutputModes: Type.Array(Type.String()),
  skills: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), description: Type.String(), tags: Type.Array(Type.String()) })),
})

/** The agent card for clients that read well-known addresses; its skills are the routes that an agent's key may call. */
export function agentManifest({ policy, routes }: Pick<HttpDeps, 'policy' | 'routes'>): Static<typeof AgentManifest> {
  const links = linksOf(policy.baseUrl)
  return {
    name: policy.serviceTitle,
    description: WHAT,
    url: policy.baseUrl,
    version: '1',
    documentationUrl: links.llms,
    openapi: links.openapi,
    discovery: links.discovery,
    capabilities: { streaming: false, pushNotifications: false, webhooks: true },
    authentication: { schemes: ['apiKey'], headers: AUTH },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: routes()
      .filter((route) => authOf(route) === 'key' && route.method === 'POST')
      .map(({ method, path, summary, tag }) => ({
        id: `${method} ${path}`,
        name: summary.split(';')[0]!,
        description: summary,
        tags: [tag],
      })),
  }
}

/** Schema of /.well-known/ai-plugin.json. */
export const PluginManifest = Type.Object({
  schema_version: Type.Literal('v1'),
  name_for_human: Type.String(),
  name_for_model: Type.String(),
  description_for_human: Type.String(),
  description_for_model: Type.String(),
  auth: Type.Object({ type: Type.String(), instructions: Type.String() }),
  api: Type.Object({ type: Type.Literal('openapi'), url: Type.String() }),
  legal_info_url: Type.String(),
})

/** The plugin manifest, for clients that read that format. */
export function pluginManifest({ policy }: Pick<HttpDeps, 'policy'>): Static<typeof PluginManifest> {
  const links = linksOf(policy.baseUrl)
  return {
    schema_version: 'v1',
    name_for_human: policy.serviceTitle,
    name_for_model: policy.serviceTitle.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    description_for_human: WHAT,
    description_for_model: `${WHAT} Read ${links.llms} first: it has every step as a command.`,
    auth: { type: 'none', instructions: AUTH['x-svc-api-key'] },
    api: { type: 'openapi', url: links.openapi },
    legal_info_url: links.docs,
  }
}
