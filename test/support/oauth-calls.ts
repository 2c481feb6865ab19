import { sha256Hex } from '../../src/lib/bytes.ts'
import type { TestApp } from './test-app.ts'

const BASE = 'http://launch.test'
const BACK = 'https://client.example/callback'

/** What a client keeps until it exchanges its code. */
export const VERIFIER = 'v'.repeat(43)
const CHALLENGE = Buffer.from(sha256Hex(VERIFIER), 'hex').toString('base64url')

/** A client makes itself known. */
export const register = (app: TestApp, metadata: Record<string, unknown> = {}) =>
  app.call('POST', '/oauth/register', { client_name: 'A client', redirect_uris: [BACK], ...metadata })

/** Parameters of a request for a key; those that are undefined are left out. */
export const request = (clientId: string, changes: Record<string, string | undefined> = {}): string => {
  const all = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: BACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'their state',
    resource: `${BASE}/mcp`,
    ...changes,
  }
  return String(new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)))
}

/** What the page sends when its user has decided. */
export const decide = (app: TestApp, params: string, decision: Record<string, unknown>, headers: Record<string, string> = {}) =>
  app.call('POST', '/oauth/authorize', { params, ...decision }, { headers })
