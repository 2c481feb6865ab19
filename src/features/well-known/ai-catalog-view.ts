import { Type } from '@sinclair/typebox'
import type { HttpDeps } from '../../http/http-deps.ts'
import { SERVICE_VERSION } from '../../domain/text/service-version.ts'

/** Schema of /.well-known/ai-catalog.json. @see https://github.com/Agent-Card/ai-catalog */
export const AiCatalogView = Type.Object({
  specVersion: Type.Literal('1.0'),
  host: Type.Object({ displayName: Type.String(), identifier: Type.String() }),
  entries: Type.Array(
    Type.Object({ identifier: Type.String(), displayName: Type.String(), version: Type.String(), type: Type.String(), url: Type.String() }),
  ),
})
AiCatalogView.title = 'AiCatalog'

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp'

/** Path of its card. */
export const SERVER_CARD_PATH = '/mcp/server-card'

/** Where this service's cards are: that of the MCP server only where there is one. */
export function aiCatalog({ policy, serves }: Pick<HttpDeps, 'policy' | 'serves'>) {
  const { baseUrl, serviceTitle } = policy
  const { hostname } = new URL(baseUrl)
  const entry = (protocol: string, type: string, path: string) => ({
    identifier: `urn:air:${hostname}:${protocol}:agent-launch`,
    displayName: serviceTitle,
    version: SERVICE_VERSION,
    type,
    url: `${baseUrl}${path}`,
  })
  return {
    specVersion: '1.0' as const,
    host: { displayName: serviceTitle, identifier: hostname },
    entries: [
      entry('a2a', 'application/a2a-agent-card+json', '/.well-known/agent-card.json'),
      ...(serves(MCP_PATH) ? [entry('mcp', 'application/mcp-server-card+json', SERVER_CARD_PATH)] : []),
    ],
  }
}
