import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { newKeyPair } from './new-key-pair.ts'
import { pngBytes } from './test-app.ts'

/** What was answered to a launch, or to the claim of its key; without a status where nobody answered. */
export interface LaunchAnswer {
  readonly status: number | null
  readonly code: string | null
  readonly mint: string | null
}

const NOBODY: LaunchAnswer = { status: null, code: null, mint: null }

/**
 * Launches, each of another coin, by a launcher of its own, who has funds for it, with a key of its own that was claimed at an address of
 * its own: no rate is in the way. The server at the URL believes what loopback says of addresses.
 */
export function createLauncher(): (url: string) => Promise<LaunchAnswer> {
  const crew = [{ handle: '@one', wallet: toBase58(newKeyPair().publicKey), share: 100 }]
  const imageBase64 = toBase64(pngBytes())
  let coins = 0
  return async (url) => {
    coins += 1
    const address = `10.${coins >> 16}.${(coins >> 8) & 255}.${coins & 255}`
    const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const init = { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-forwarded-proto': 'https', ...headers }
      const response = await fetch(`${url}${path}`, { method: 'POST', headers: init, body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as { code?: string; mint?: string; key?: string } }
    }
    try {
      const claimed = await post('/api/agent/keys/claim', {})
      if (claimed.status !== 201) return { ...NOBODY, status: claimed.status, code: claimed.body.code ?? null }
      const coin = { name: `Coin ${coins}`, ticker: `C${coins}X`, imageBase64, crew }
      const headers = { 'x-svc-api-key': claimed.body.key!, 'x-launcher-key': toBase58(newKeyPair().secretKey.reveal()) }
      const { status, body } = await post('/api/agent/launch', coin, headers)
      return { status, code: body.code ?? null, mint: body.mint ?? null }
    } catch {
      return NOBODY
    }
  }
}
