import { PublishedMetadata } from '../../domain/oauth/client-metadata.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { matchesSchema } from '../../domain/text/schema-kinds.ts'
import { openToken } from '../../lib/secret-box.ts'
import type { Deps } from '../../ports/deps.ts'
import { OAuthError } from './oauth-error.ts'
import { OAuthClient } from '../../domain/oauth/sealed-tokens.ts'
import { readClientMetadata } from './register-client.ts'

const DOCUMENT = { bytesMax: FIELD_LIMITS.clientDocumentBytesMax, timeoutMs: FIELD_LIMITS.clientDocumentTimeoutMs }

/**
 * The client of an id that was registered here, or that is the https address of its own metadata.
 * @throws OAuthError invalid_client
 * @see draft-ietf-oauth-client-id-metadata-document
 */
export async function findClient({ oauthTokens, web }: Pick<Deps, 'oauthTokens' | 'web'>, clientId: string): Promise<OAuthClient> {
  if (clientId.startsWith('https://')) return fetchClient(web, clientId)
  const client = openToken(oauthTokens, 'client', clientId)
  if (!matchesSchema(OAuthClient, client)) throw new OAuthError('invalid_client', 'No client with this id is registered here.')
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
    return readClientMetadata(document)
  } catch {
    throw refused
  }
}
