import { Type } from '@sinclair/typebox'
import type { HttpDeps } from '../../http/http-deps.ts'
import { linksOf } from '../../http/answers/links.ts'
import { AUTH } from '../../http/openapi/route-auth.ts'
import { MCP_PATH } from './ai-catalog-view.ts'
import { SERVICE_VERSION } from '../../domain/text/service-version.ts'

const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
const REGISTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** Revisions of MCP that the endpoint speaks. */
const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

const Header = Type.Object({ name: Type.String(), description: Type.String(), isRequired: Type.Boolean(), isSecret: Type.Boolean() })

/** Schema of the MCP server card, and of what the MCP registry is told of this server. @see SEP-2127 */
export const ServerCardView = Type.Object({
  $schema: Type.String(),
  name: Type.String(),
  title: Type.String(),
  description: Type.String({ maxLength: 100 }),
  version: Type.String(),
  websiteUrl: Type.String(),
  remotes: Type.Array(
    Type.Object({
      type: Type.Literal('streamable-http'),
      url: Type.String(),
      headers: Type.Array(Header),
      supportedProtocolVersions: Type.Optional(Type.Array(Type.String())),
    }),
  ),
})
ServerCardView.title = 'McpServerCard'

/** The host's labels from the right, as the registry proves them: `com.example.launch/agent-launch`. */
const reverseName = (baseUrl: string): string =>
  `${new URL(baseUrl).hostname
    .split('.')
    .reverse()
    .join('.')
    .replaceAll(/[^a-zA-Z0-9.-]/g, '-')}/agent-launch`

function about({ baseUrl, serviceTitle }: HttpDeps['policy']) {
  const { docs } = linksOf(baseUrl)
  return {
    name: reverseName(baseUrl),
    title: serviceTitle,
    description: 'Launch coins, and have their creator fees split on chain. Unsigned launches; no wallet key.',
    version: SERVICE_VERSION,
    websiteUrl: docs,
  }
}

const remote = ({ baseUrl }: HttpDeps['policy']) => ({
  type: 'streamable-http' as const,
  url: `${baseUrl}${MCP_PATH}`,
  headers: [{ name: 'x-svc-api-key', description: AUTH['x-svc-api-key'], isRequired: false, isSecret: true }],
})

/** Where the MCP endpoint is, for clients that have not connected yet. It lists no tools: those the endpoint tells itself. */
export const serverCard = ({ policy }: Pick<HttpDeps, 'policy'>) => ({
  $schema: CARD_SCHEMA,
  ...about(policy),
  remotes: [{ ...remote(policy), supportedProtocolVersions: REVISIONS }],
})

/** What is handed to the MCP registry as server.json. @see https://github.com/modelcontextprotocol/registry */
export const registryEntry = ({ policy }: Pick<HttpDeps, 'policy'>) => ({
  $schema: REGISTRY_SCHEMA,
  ...about(policy),
  remotes: [remote(policy)],
})
