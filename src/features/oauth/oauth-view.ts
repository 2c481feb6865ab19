import { type Static, Type } from '@sinclair/typebox'
import { Enum, Ok } from '../../domain/json.ts'
import type { Deps } from '../../ports/deps.ts'
import { resourceOf } from './authorize-client.ts'
import type { OAuthClient } from '../../domain/oauth/sealed-tokens.ts'
import { OAUTH_ERROR_CODES, type OAuthError } from './oauth-error.ts'
import { SCOPE, Scope } from './access-token-view.ts'

const Texts = Type.Array(Type.String())

/** Schema of what is protected, and by whom. @see RFC 9728 2 */
export const ProtectedResource = Type.Object({
  resource: Type.String(),
  authorization_servers: Texts,
  bearer_methods_supported: Texts,
  scopes_supported: Type.Array(Scope),
  resource_name: Type.String(),
  resource_documentation: Type.String(),
})

/** What keys of this service are for. */
export const protectedResource = (policy: Deps['policy']): Static<typeof ProtectedResource> => ({
  resource: resourceOf(policy),
  authorization_servers: [policy.baseUrl],
  bearer_methods_supported: ['header'],
  scopes_supported: [SCOPE],
  resource_name: policy.serviceTitle,
  resource_documentation: `${policy.baseUrl}/llms/mcp.txt`,
})

/** Schema of what this authorization server can do. @see RFC 8414 2 */
export const AuthorizationServer = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  registration_endpoint: Type.String(),
  scopes_supported: Type.Array(Scope),
  response_types_supported: Texts,
  response_modes_supported: Texts,
  grant_types_supported: Texts,
  token_endpoint_auth_methods_supported: Texts,
  code_challenge_methods_supported: Texts,
  authorization_response_iss_parameter_supported: Type.Literal(true),
  client_id_metadata_document_supported: Type.Literal(true),
  service_documentation: Type.String(),
})

/** Where keys are given out, and how. */
export const authorizationServer = ({ baseUrl }: Pick<Deps['policy'], 'baseUrl'>): Static<typeof AuthorizationServer> => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  scopes_supported: [SCOPE],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${baseUrl}/llms/mcp.txt`,
})

/** Schema of a registered client. @see RFC 7591 3.2.1 */
export const RegisteredClient = Type.Object({
  client_id: Type.String(),
  client_name: Type.String(),
  redirect_uris: Texts,
  grant_types: Texts,
  response_types: Texts,
  token_endpoint_auth_method: Type.Literal('none'),
  scope: Scope,
})

/** A client as it was registered. */
export const registeredClient = (clientId: string, client: OAuthClient): Static<typeof RegisteredClient> => ({
  client_id: clientId,
  client_name: client.name,
  redirect_uris: [...client.redirectUris],
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  scope: SCOPE,
})

/** Schema of a refusal. @see RFC 6749 5.2 */
export const Refusal = Type.Object({ error: Enum(OAUTH_ERROR_CODES), error_description: Type.String() })

/** A refusal in OAuth's terms. */
export const refusal = ({ code, message }: OAuthError): Static<typeof Refusal> => ({ error: code, error_description: message })

/** Schema of what the person decided; a key where one is given to the client. */
export const Consent = Type.Union([
  Type.Object({ decision: Type.Literal('deny') }),
  Type.Object({ decision: Type.Literal('claim') }),
  Type.Object({ decision: Type.Literal('use'), key: Type.String() }),
])

export type Consent = Static<typeof Consent>

/** Schema of where the page sends the person who decided. */
export const Decided = Ok({ location: Type.String() })

export type Decided = Static<typeof Decided>

/** Where the person goes. */
export const decided = (location: string): Decided => ({ ok: true, location })
