import { AuthMethodMetadata, NameMetadata, RedirectMetadata } from '../../domain/oauth/client-metadata.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { matchesSchema } from '../../domain/text/schema-kinds.ts'
import { sealToken } from '../../lib/secret-box.ts'
import type { OAuthClient } from '../../domain/oauth/sealed-tokens.ts'
import type { Deps } from '../../ports/deps.ts'
import { OAuthError } from './oauth-error.ts'
import { isRedirectUri } from './redirect-uri.ts'

const UNNAMED = 'Unnamed client'

/**
 * A new client and its id. Nothing is stored: the id is the metadata, sealed.
 * @throws OAuthError invalid_redirect_uri | invalid_client_metadata
 */
export function registerClient(
  { oauthTokens }: Pick<Deps, 'oauthTokens'>,
  metadata: unknown,
): { readonly clientId: string; readonly client: OAuthClient } {
  if (!matchesSchema(AuthMethodMetadata, metadata))
    throw new OAuthError('invalid_client_metadata', 'token_endpoint_auth_method must be none.')
  const client = readClientMetadata(metadata)
  return { client, clientId: sealToken(oauthTokens, 'client', client) }
}

/**
 * The client of these metadata.
 * @throws OAuthError invalid_redirect_uri | invalid_client_metadata
 * @see RFC 7591 2
 */
export function readClientMetadata(metadata: unknown): OAuthClient {
  const { clientNameMin, clientNameMax, clientRedirectsMax } = FIELD_LIMITS
  if (!matchesSchema(NameMetadata, metadata))
    throw new OAuthError('invalid_client_metadata', `client_name must be a plain text of ${clientNameMin} to ${clientNameMax} letters.`)
  if (!matchesSchema(RedirectMetadata, metadata) || !mayReturnTo(metadata.redirect_uris)) {
    const text = `redirect_uris must be 1 to ${clientRedirectsMax} addresses: https, http on this machine, or a program’s own scheme.`
    throw new OAuthError('invalid_redirect_uri', text)
  }
  return { name: metadata.client_name ?? UNNAMED, redirectUris: metadata.redirect_uris }
}

const mayReturnTo = (uris: readonly string[]): boolean =>
  uris.every(isRedirectUri) && uris.join('').length <= FIELD_LIMITS.clientRedirectsTextMax
