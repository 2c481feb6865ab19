import { Type } from '@sinclair/typebox'
import { PublicJwk } from '../../domain/a2a/public-jwk.ts'

/** Where the keys are that cards are signed with. */
export const KEYS_PATH = '/.well-known/jwks.json'

/** Schema of what is there. */
export const JwksView = Type.Object({
  keys: Type.Array(PublicJwk),
})
