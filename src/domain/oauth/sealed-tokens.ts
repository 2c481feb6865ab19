import { type Static, Type } from '@sinclair/typebox'
import type { UnixMs } from '../brands.ts'

/** A client that may ask for a key; whatever it says of itself is its own claim. It is sealed into its id. @see RFC 7591 */
export const OAuthClient = Type.Object({ name: Type.String(), redirectUris: Type.Array(Type.String()) })
export type OAuthClient = Readonly<Static<typeof OAuthClient>>

/** What is sealed into a code that a client exchanges for a key. @see RFC 6749 4.1.2 */
export const SealedCode = Type.Object({
  id: Type.String(),
  key: Type.String(),
  clientHash: Type.String(),
  redirectUri: Type.String(),
  challenge: Type.String(),
  expiresAtMs: Type.Unsafe<UnixMs>(Type.Number()),
})
export type SealedCode = Readonly<Static<typeof SealedCode>>
