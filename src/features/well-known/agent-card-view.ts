import { STRANGERS_WORDS } from '../../domain/text/strangers-words.ts'
import { Type } from '@sinclair/typebox'
import type { HttpDeps } from '../../http/http-deps.ts'
import { linksOf } from '../../http/answers/links.ts'
import { AUTH } from '../../http/openapi/route-auth.ts'
import { SERVICE_SENTENCE } from './service-sentence.ts'
import { type SkillDeps, skillsOf } from './skills-view.ts'
import { SERVICE_VERSION } from '../../domain/text/service-version.ts'

const Texts = Type.Array(Type.String())
const Requirements = Type.Array(Type.Object({ schemes: Type.Record(Type.String(), Type.Object({ list: Type.Optional(Texts) })) }))

/** Schema of /.well-known/agent-card.json, as the protocol has it. @see A2A 1.0, 8 */
export const AgentCardView = Type.Object({
  name: Type.String(),
  description: Type.String(),
  version: Type.String(),
  documentationUrl: Type.String(),
  iconUrl: Type.String(),
  provider: Type.Object({ organization: Type.String(), url: Type.String() }),
  supportedInterfaces: Type.Array(
    Type.Object({ url: Type.String(), protocolBinding: Type.Literal('JSONRPC'), protocolVersion: Type.Literal('1.0') }),
  ),
  capabilities: Type.Record(Type.String(), Type.Unknown()),
  securitySchemes: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  defaultInputModes: Texts,
  defaultOutputModes: Texts,
  skills: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      description: Type.String(),
      tags: Texts,
      examples: Type.Optional(Texts),
      securityRequirements: Type.Optional(Requirements),
    }),
  ),
  signatures: Type.Array(Type.Object({ protected: Type.String(), signature: Type.String() })),
})
AgentCardView.title = 'AgentCard'

/** Where messages of other agents go. */
export const A2A_PATH = '/a2a'

/** Who this service is for other agents, and what they may ask of it; unsigned. No skill stands in it that a setting switched off. */
export function agentCard(deps: SkillDeps & Pick<HttpDeps, 'policy'>): object {
  const { baseUrl, serviceTitle } = deps.policy
  return {
    name: serviceTitle,
    description: `${SERVICE_SENTENCE} Send a data part {"skill": "…", "input": {…}}; what a skill takes is the request of its route in ${linksOf(baseUrl).openapi}. What an agent launched here, and kept, is at ${baseUrl}/api/agents/{wallet}. ${STRANGERS_WORDS}`,
    version: SERVICE_VERSION,
    documentationUrl: linksOf(baseUrl).llms,
    iconUrl: `${baseUrl}/favicon.ico`,
    provider: { organization: serviceTitle, url: baseUrl },
    supportedInterfaces: [{ url: `${baseUrl}${A2A_PATH}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: {
      key: { apiKeySecurityScheme: { location: 'header', name: 'x-svc-api-key', description: AUTH['x-svc-api-key'] } },
    },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: skillsOf(deps).map(({ id, route }) => ({
      id,
      name: route.summary.split(';')[0]!,
      description: `${route.summary}. Answers as ${route.method} ${route.path}.`,
      tags: [route.tag],
      // What a call costs without a key is paid by HTTP.
      ...(route.guard.key ? { securityRequirements: [{ schemes: { key: { list: [] } } }] } : {}),
    })),
  }
}
