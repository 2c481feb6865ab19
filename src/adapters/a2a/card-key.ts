import { createECDH, createHash, hkdfSync } from 'node:crypto'
import { Secret } from '../../lib/secret.ts'
import type { PublicJwk } from '../../domain/a2a/public-jwk.ts'

/** A key that signs agent cards. */
export interface CardKey {
  readonly publicJwk: PublicJwk
  /** The private part, as the member `d` of a JWK. */
  readonly d: Secret<string>
}

/** Order of the group of P-256. @see FIPS 186-5, SEC 2 */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** 16 bytes more than the order has, so that taking the remainder favours no key. @see FIPS 186-5 A.2.1 */
const SEED_BYTES = 48

/** The key that follows from the service's secret key, and from nothing else; its id is its thumbprint (RFC 7638). */
export function createCardKey(secretKey: Secret<string>): CardKey {
  const seed = Buffer.from(hkdfSync('sha256', secretKey.reveal(), '', 'agent-card', SEED_BYTES))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const bytes = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [string, string]
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')
  return { publicJwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' }, d: new Secret(bytes.toString('base64url')) }
}
