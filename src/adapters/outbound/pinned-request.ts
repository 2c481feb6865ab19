import { formatIp, type IpAddress } from '../../lib/ip.ts'
import { FetchRefused } from '../../ports/outbound/web.ts'
import type { Timers } from '../../ports/clock.ts'

/** The address of a socket. */
export interface Endpoint {
  readonly address: IpAddress
  readonly port: number
}

/** One request to one checked address. */
export interface PinnedRequest {
  readonly method: 'GET' | 'POST'
  /** Determines path, Host header, SNI and the certificate's name; its host is not resolved again. */
  readonly url: URL
  readonly endpoint: Endpoint
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
  /** PEM of additional certificate authorities. */
  readonly ca?: string
}

/**
 * Sends the request to the pinned address on a new connection. Redirects are returned as answers, bodies as sent. Proxy variables and
 * NODE_TLS_REJECT_UNAUTHORIZED of the environment have no effect. Throws what fetch throws.
 */
export function sendPinned({ method, url, endpoint, headers, body, signal, ca }: PinnedRequest): Promise<Response> {
  const address = formatIp(endpoint.address)
  const host = endpoint.address.kind() === 'ipv6' ? `[${address}]` : address
  const secure = url.protocol === 'https:'
  const serverName = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return fetch(`${url.protocol}//${host}:${endpoint.port}${url.pathname}${url.search}`, {
    method,
    headers: { 'user-agent': 'agent-launch', 'accept-encoding': 'identity', ...headers, host: url.host },
    body,
    signal,
    redirect: 'manual',
    keepalive: false,
    decompress: false,
    proxy: false,
    ...(secure && { protocol: 'http1.1', tls: { serverName, rejectUnauthorized: true, ...(ca !== undefined && { ca }) } }),
  })
}

/** The answer's first `bytesMax` bytes, and whether that is all of it. The rest is not read. */
export async function readStart(response: Response, bytesMax: number): Promise<{ bytes: Uint8Array; complete: boolean }> {
  const chunks: Uint8Array[] = []
  let remaining = bytesMax
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || value.length > remaining) {
      if (!done) chunks.push(value.subarray(0, remaining))
      await reader?.cancel()
      return { bytes: new Uint8Array(Buffer.concat(chunks)), complete: done }
    }
    chunks.push(value)
    remaining -= value.length
  }
}

/** True when the sender declares a compressed body, although none was requested. */
export const isCompressed = (response: Response): boolean => !['', 'identity'].includes(response.headers.get('content-encoding') ?? '')

/**
 * The result of `work`, if it settles in time. Its signal is aborted at the deadline, and when it ends, so that no connection outlives
 * the call.
 * @throws FetchRefused for every failure
 */
export async function withDeadline<Result>(
  timers: Pick<Timers, 'after'>,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const endTimer = timers.after(timeoutMs, () => reject(new FetchRefused(`it did not answer within ${timeoutMs} ms`)))
  try {
    return await Promise.race([work(controller.signal), late])
  } catch (error) {
    throw asRefusal(error)
  } finally {
    endTimer()
    controller.abort()
  }
}

/** True when the connection was never established, so that nothing was sent. */
export const isUnconnected = (error: unknown): boolean => ['ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH'].includes(codeOf(error))

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

function asRefusal(error: unknown): FetchRefused {
  if (error instanceof FetchRefused) return error
  if (['EMFILE', 'ENFILE'].includes(codeOf(error)))
    return new FetchRefused('it could not be asked: this service has no file descriptor left', { cause: error, ours: true })
  const certificate = /CERT|ISSUER|SIGNATURE/.test(codeOf(error))
  return new FetchRefused(certificate ? 'it has no valid certificate for its name' : 'it could not be reached, or broke off', {
    cause: error,
  })
}
