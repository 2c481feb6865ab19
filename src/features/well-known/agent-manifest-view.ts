import { type Static, Type } from '@sinclair/typebox'
import type { HttpDeps } from '../../http/http-deps.ts'
import { linksOf } from '../../http/answers/links.ts'
import { AUTH, authOf } from '../../http/openapi/route-auth.ts'
import { SERVICE_SENTENCE } from './service-sentence.ts'

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
    description: SERVICE_SENTENCE,
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
