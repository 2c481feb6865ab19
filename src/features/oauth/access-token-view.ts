import { type Static, Type } from '@sinclair/typebox'
import type { Secret } from '../../lib/secret.ts'

/** All that a key is for: its limits are its own. */
export const SCOPE = 'launch'
/** Schema of it. */
export const Scope = Type.Literal(SCOPE)

/** Schema of an access token. @see RFC 6749 5.1 */
export const AccessToken = Type.Object({ access_token: Type.String(), token_type: Type.Literal('Bearer'), scope: Scope })

/** A key as the access token that it is. */
export const accessToken = (key: Secret<string>): Static<typeof AccessToken> => ({
  access_token: key.reveal(),
  token_type: 'Bearer',
  scope: SCOPE,
})
