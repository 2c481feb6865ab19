import { unixMs } from '../../domain/brands.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { sha256Hex, toBase58 } from '../../lib/bytes.ts'
import { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import { findClient } from './find-client.ts'
import { type OAuthClient, SealedCode } from '../../domain/oauth/sealed-tokens.ts'
import { matchesSchema } from '../../domain/text/schema-kinds.ts'
import { OAuthError } from './oauth-error.ts'
import { isSameRedirect } from './redirect-uri.ts'
import { openToken, sealToken, type SecretBox } from '../../lib/secret-box.ts'

/** Parameters of a request as they arrived, each at most once. */
export type OAuthParams = Readonly<Record<string, string>>

/** A request for a key that a person may grant. */
export interface KeyRequested {
  readonly client: OAuthClient
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly state: string | null
}

/** What a code stands for, readable by this service alone. */
export type CodeContent = Omit<SealedCode, 'key'> & { readonly key: Secret<string> }

/** The code: its content, sealed. */
const sealCode = (box: SecretBox, { key, ...others }: CodeContent): string => sealToken(box, 'code', { ...others, key: key.reveal() })

/** What a code stands for; null for a text that is no code of this service. */
export function openCode(box: SecretBox, code: string): CodeContent | null {
  const opened = openToken(box, 'code', code)
  return matchesSchema(SealedCode, opened) ? { ...opened, key: new Secret(opened.key) } : null
}

/** What keys are for: the MCP of this service. */
export const resourceOf = ({ baseUrl }: Pick<Deps['policy'], 'baseUrl'>): string => `${baseUrl}/mcp`

/** @throws OAuthError invalid_target for a resource that is none of this service */
export function checkResource(policy: Pick<Deps['policy'], 'baseUrl'>, resource: string | undefined): void {
  const own = resourceOf(policy)
  if (resource !== undefined && resource !== own && resource !== `${own}/`) {
    throw new OAuthError('invalid_target', `Keys of this service are for ${own}.`)
  }
}

/**
 * The request that these parameters make, with a client and a return address that belong together. Nobody is sent anywhere for a request
 * that is refused.
 * @throws OAuthError invalid_client | invalid_request | unsupported_response_type | invalid_target
 * @see RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707
 */
export async function readAuthorization(deps: Pick<Deps, 'oauthTokens' | 'web' | 'policy'>, params: OAuthParams): Promise<KeyRequested> {
  const { client_id: clientId = '', redirect_uri: redirectUri = '', code_challenge: challenge = '', state = null } = params
  const client = await findClient(deps, clientId)
  if (!client.redirectUris.some((registered) => isSameRedirect(registered, redirectUri))) {
    throw new OAuthError('invalid_request', 'The return address does not match any that this program registered.')
  }
  if (params.response_type !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  if (params.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'A code_challenge with the method S256 is required.')
  }
  if (state !== null && state.length > FIELD_LIMITS.clientStateMax)
    throw new OAuthError('invalid_request', `state has more than ${FIELD_LIMITS.clientStateMax} characters.`)
  checkResource(deps.policy, params.resource)
  return { client, clientId, redirectUri, challenge, state }
}

/**
 * The address that hands the client a code for this key: good for 60 seconds, once, for this client and its verifier alone.
 * @see RFC 6749 4.1.2, RFC 9207
 */
export function grantKey(
  { oauthTokens, clock, ids, policy }: Pick<Deps, 'oauthTokens' | 'clock' | 'ids' | 'policy'>,
  { clientId, redirectUri, challenge, state }: KeyRequested,
  key: Secret<string>,
): string {
  const content: CodeContent = {
    id: toBase58(ids.bytes(16)),
    key,
    clientHash: sha256Hex(clientId),
    redirectUri,
    challenge,
    expiresAtMs: unixMs(clock.nowMs() + OWN_LIMITS.oauthCodeMs),
  }
  return returnAddress(redirectUri, { code: sealCode(oauthTokens, content), state, iss: policy.baseUrl })
}

/** The address that tells the client that the person refused. */
export const denyKey = ({ policy }: Pick<Deps, 'policy'>, { redirectUri, state }: KeyRequested): string =>
  returnAddress(redirectUri, { error: 'access_denied', state, iss: policy.baseUrl })

function returnAddress(redirectUri: string, values: Readonly<Record<string, string | null>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
