import { Type } from '@sinclair/typebox'
import { AgentRegistration } from '../../domain/chain.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { linksOf } from '../../http/answers/links.ts'
import { MCP_PATH } from './ai-catalog-view.ts'
import { SERVICE_SENTENCE } from './service-sentence.ts'

/** Schema of /.well-known/agent-registration.json. @see ERC-8004 */
export const AgentRegistrationView = Type.Object({
  type: Type.Literal('https://eips.ethereum.org/EIPS/eip-8004#registration-v1'),
  name: Type.String(),
  description: Type.String(),
  image: Type.String(),
  services: Type.Array(Type.Object({ name: Type.String(), endpoint: Type.String(), version: Type.Optional(Type.String()) })),
  x402Support: Type.Boolean(),
  active: Type.Boolean(),
  registrations: Type.Array(AgentRegistration),
  supportedTrust: Type.Array(Type.String()),
})
AgentRegistrationView.title = 'AgentRegistration'

/**
 * Who this service is for the registry of agents on chain, and the proof that the domain is the agent's: `registrations` names the
 * agent, and the agent's address on chain is this document's. Empty until the operator registered.
 */
export function agentRegistration({ policy, serves }: Pick<HttpDeps, 'policy' | 'serves'>) {
  const { baseUrl, serviceTitle, agentRegistration, payments } = policy
  const links = linksOf(baseUrl)
  return {
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1' as const,
    name: serviceTitle,
    description: SERVICE_SENTENCE,
    image: `${baseUrl}/icon.svg`,
    services: [
      { name: 'web', endpoint: links.board },
      { name: 'A2A', endpoint: `${baseUrl}/.well-known/agent-card.json`, version: '1.0' },
      ...(serves(MCP_PATH) ? [{ name: 'MCP', endpoint: `${baseUrl}${MCP_PATH}`, version: '2026-07-28' }] : []),
      { name: 'OpenAPI', endpoint: links.openapi, version: '3.1.0' },
      // What an agent launched and kept; one with an entry of its own may name its record there.
      { name: 'records', endpoint: `${baseUrl}/api/agents/{wallet}` },
    ],
    x402Support: payments !== null,
    active: true,
    registrations: agentRegistration === null ? [] : [agentRegistration],
    supportedTrust: [],
  }
}
