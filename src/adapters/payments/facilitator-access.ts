import { createHash } from 'node:crypto'
import { tokenKeyIn } from '../../domain/payments/token-key-in.ts'
import { signDetached } from '../../lib/ed25519.ts'
import { Secret } from '../../lib/secret.ts'
import type { Clock } from '../../ports/clock.ts'

const TOKEN_LIFETIME_SEC = 120

type RequestHeaders = Readonly<Record<string, string>>

/** Where a facilitator is, and what each request to it says of who asks. */
export interface FacilitatorAccess {
  /** Without credentials and trailing slash. */
  readonly url: Secret<string>
  headers(): Promise<{ readonly verify: RequestHeaders; readonly settle: RequestHeaders; readonly supported: RequestHeaders }>
}

/**
 * The access that a URL means. With `https://KEY_ID:SECRET@…` each request carries a token of its own, signed with that Ed25519 key (64
 * bytes in base64, seed first) and good for this method and path for two minutes, as the CDP facilitator asks.
 *
 * @throws Error when the credentials are no such key
 */
export function facilitatorAccess(written: Secret<string>, clock: Pick<Clock, 'machineMs'>): FacilitatorAccess {
  const key = tokenKeyIn(written.reveal())
  const url = written
    .reveal()
    .replace(/^(https?:\/\/)[^/?#]*@/, '$1')
    .replace(/\/+$/, '')
  if (key === null) {
    return { url: new Secret(url), headers: async () => ({ verify: {}, settle: {}, supported: {} }) }
  }
  const { keyId, pair } = key
  let tokens = 0
  const tokenFor = (method: string, path: string): RequestHeaders => {
    const { host, pathname } = new URL(`${url}/${path}`)
    const nowSec = Math.floor(clock.machineMs() / 1_000)
    tokens += 1
    const nonce = createHash('sha256').update(pair.secretKey.reveal()).update(`${clock.machineMs()} ${tokens}`).digest('hex').slice(0, 32)
    const claims = {
      sub: keyId,
      iss: 'cdp',
      iat: nowSec,
      nbf: nowSec,
      exp: nowSec + TOKEN_LIFETIME_SEC,
      uris: [`${method} ${host}${pathname}`],
    }
    const text = `${inBase64url({ alg: 'EdDSA', kid: keyId, typ: 'JWT', nonce })}.${inBase64url(claims)}`
    const signature = Buffer.from(signDetached(Buffer.from(text), pair)).toString('base64url')
    return { authorization: `Bearer ${text}.${signature}` }
  }
  return {
    url: new Secret(url),
    headers: async () => ({
      verify: tokenFor('POST', 'verify'),
      settle: tokenFor('POST', 'settle'),
      supported: tokenFor('GET', 'supported'),
    }),
  }
}

const inBase64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
