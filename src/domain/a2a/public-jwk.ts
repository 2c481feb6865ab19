import { type Static, Type } from '@sinclair/typebox'

/** A public key as RFC 7517 writes it, for signatures by ES256. */
export const PublicJwk = Type.Object({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Type.String(),
  y: Type.String(),
  kid: Type.String(),
  alg: Type.Literal('ES256'),
  use: Type.Literal('sig'),
})

export type PublicJwk = Readonly<Static<typeof PublicJwk>>
