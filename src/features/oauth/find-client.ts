import { AuthMethodMetadata, NameMetadata, PublishedMetadata, RedirectMetadata } from '../../domain/oauth/client-metadata.ts'
import { matchesSchema } from '../../domain/text/schema-kinds.ts'
import type { Deps } from '../../ports/deps.ts'
import { OAuthError } from './oauth-error.ts'
import { isRedirectUri } from './redirect-uri.ts'
import { openToken, sealToken } from './sealed-token.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'

/** A client that may ask for a key. Whatever it says of itself is its own claim. */
export interface OAuthClient {
  readonly name: string
  readonly redirectUris: readonly string[]
}

const UNNAMED = 'Unnamed client'
const DOCUMENT = { bytesMax: FIELD_LIMITS.clientDocumentBytesMax, timeoutMs: FIELD_LIMITS.clientDocumentTimeoutMs }

/**
 * The client of these metadata.
 * @throws OAuthError invalid_redirect_uri | invalid_client_metadata
 * @see RFC 7591 2
 */
function readMetadata(metadata: unknown): OAuthClient {
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
  const client = readMetadata(metadata)
  return { client, clientId: sealToken(oauthTokens, 'client', client) }
}

/**
 * The client of an id that was registered here, or that is the https address of its own metadata.
 * @throws OAuthError invalid_client
 * @see draft-ietf-oauth-client-id-metadata-document
 */
export async function findClient({ oauthTokens, web }: Pick<Deps, 'oauthTokens' | 'web'>, clientId: string): Promise<OAuthClient> {
  if (clientId.startsWith('https://')) return fetchClient(web, clientId)
  const client = openToken<OAuthClient>(oauthTokens, 'client', clientId)
  if (!client) throw new OAuthError('invalid_client', 'No client with this id is registered here.')
  return client
}

async function fetchClient(web: Deps['web'], clientId: string): Promise<OAuthClient> {
  const refused = new OAuthError('invalid_client', 'The address of the client has no metadata of it.')
  const url = clientId.length <= 512 && URL.canParse(clientId) ? new URL(clientId) : null
  if (!url || url.href !== clientId || url.pathname === '/' || url.hash !== '' || url.username + url.password !== '') throw refused
  try {
    const { status, bytes } = await web.get(clientId, { ...DOCUMENT, headers: { accept: 'application/json' } })
    const document: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (status !== 200 || !matchesSchema(PublishedMetadata, document) || document.client_id !== clientId) throw refused
    return readMetadata(document)
  } catch {
    throw refused
  }
}
