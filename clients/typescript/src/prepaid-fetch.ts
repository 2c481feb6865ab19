import { REPEAT_FOR_MS, repeatingFetch, type Send } from './repeating-fetch.ts'
import { type Signer, walletHeaders } from './signer.ts'

/** How prepaid calls are sent. */
export interface PrepaidOptions {
  /** Sends the signed requests. */
  readonly fetch?: Send
  /** As of createClient. */
  readonly repeatForMs?: number
}

/**
 * Signs every request with the key of a session that has a prepaid balance, as `fetch` of createClient: calls that are sold are paid out of
 * it, and `/api/credits` tells what is left and pays it back. A call is repeated with the signature that it has. What has a key, a
 * payment or a signature already is sent as it is. This machine's clock must be right to within five minutes.
 */
export function prepaidFetch(session: Signer, { fetch, repeatForMs = REPEAT_FOR_MS }: PrepaidOptions = {}): Send {
  const send = repeatingFetch(fetch ?? ((request) => globalThis.fetch(request)), repeatForMs)
  let lastMs = 0
  return async (request) => {
    if (PAID.some((name) => request.headers.has(name))) return send(request)
    // Two calls of the same millisecond could be the same text, and so one call.
    lastMs = Math.max(Date.now(), lastMs + 1)
    const timestamp = String(lastMs)
    const signed = request.clone()
    const headers = await walletHeaders(session, timestamp, await textOf(request, session.address, timestamp))
    for (const [name, value] of Object.entries(headers)) signed.headers.set(name, value)
    return send(signed)
  }
}

const PAID = ['x-svc-api-key', 'payment-signature', 'x-payment', 'x-svc-signature']

/** What the session signs for this request. */
async function textOf(request: Request, sessionKey: string, timestamp: string): Promise<string> {
  const { host, pathname, search } = new URL(request.url)
  if (pathname === '/api/credits' && request.method === 'GET') return `svc-read-credit:${host}:${sessionKey}:${timestamp}`
  if (pathname === '/api/credits/refund') return `svc-refund-credit:${host}:${sessionKey}:${timestamp}`
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await request.arrayBuffer()))
  const bodySha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `svc-spend:${host}:${sessionKey}:${request.method}:${pathname}${search}:${bodySha256}:${timestamp}`
}
