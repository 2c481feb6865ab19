import { unixMs } from '../../domain/brands.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { equalInConstantTime, sha256Hex } from '../../lib/bytes.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import { checkResource, type OAuthParams, openCode } from './authorize-client.ts'
import { OAuthError } from './oauth-error.ts'

/** @see RFC 7636 4.6 */
const challengeOf = (verifier: string): string => Buffer.from(sha256Hex(verifier), 'hex').toString('base64url')

/**
 * The key that a code stands for, once: of any number of equal calls, on any replica, one gets it. A call that is refused leaves the code
 * as it was, so that nobody without the verifier can spoil it.
 * @throws OAuthError unsupported_grant_type | invalid_request | invalid_grant | invalid_target
 * @see RFC 6749 4.1.3, RFC 7636 4.5
 */
export async function exchangeCode(
  { oauthTokens, storage, clock, policy }: Pick<Deps, 'oauthTokens' | 'storage' | 'clock' | 'policy'>,
  params: OAuthParams,
): Promise<Secret<string>> {
  const { grant_type: grant, code = '', code_verifier: verifier = '', client_id: clientId = '', redirect_uri: redirectUri } = params
  if (grant !== 'authorization_code') throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code.')
  if (!/^[\w.~-]{43,128}$/.test(verifier)) throw new OAuthError('invalid_request', 'A code_verifier of 43 to 128 characters is required.')
  checkResource(policy, params.resource)
  const refused = new OAuthError('invalid_grant', 'The code is unknown, used, expired, or of another client, address or verifier.')
  const content = openCode(oauthTokens, code)
  if (!content || content.expiresAtMs <= clock.nowMs() || content.clientHash !== sha256Hex(clientId)) throw refused
  if (redirectUri !== undefined && redirectUri !== content.redirectUri) throw refused
  if (!equalInConstantTime(challengeOf(verifier), content.challenge)) throw refused
  const keptUntilMs = unixMs(content.expiresAtMs + OWN_LIMITS.oauthCodeMs)
  if (!(await storage.signatures.take(sha256Hex(`oauth code ${content.id}`), keptUntilMs))) throw refused
  return content.key
}
