import { formatIp, type IpAddress } from '../../lib/ip.ts'
import { FetchRefused } from '../../ports/web.ts'

/** Where a socket goes. */
export interface Endpoint {
  readonly address: IpAddress
  readonly port: number
}

/** One request to one checked address. */
export interface PinnedRequest {
  readonly method: 'GET' | 'POST'
  /** Gives path, Host header, SNI and the name that the certificate must have; its host is not resolved again. */
  readonly url: URL
  readonly endpoint: Endpoint
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
  /** PEM of further authorities to trust. */
  readonly ca?: string
}

/**
 * Sends the request to the pinned address on a connection of its own. Redirects come back as answers, bodies as they were
 * sent. Proxy variables and NODE_TLS_REJECT_UNAUTHORIZED of the environment have no effect. Throws what fetch throws.
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

/** The answer's first bytes, `bytesMax` at most, and whether that is all of it. What is left is not read. */
export async function readStart(response: Response, bytesMax: number): Promise<{ bytes: Uint8Array; complete: boolean }> {
  const chunks: Uint8Array[] = []
  let room = bytesMax
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || value.length > room) {
      if (!done) chunks.push(value.subarray(0, room))
      await reader?.cancel()
      return { bytes: new Uint8Array(Buffer.concat(chunks)), complete: done }
    }
    chunks.push(value)
    room -= value.length
  }
}

/** True when the sender says that the body is compressed, although it was asked not to. */
export const isCompressed = (response: Response): boolean => !['', 'identity'].includes(response.headers.get('content-encoding') ?? '')

/**
 * What `work` gives, if it does so in time. Its signal is aborted at the deadline, and when it ends, so that no connection
 * outlives the call.
 * @throws FetchRefused for every failure
 */
export async function withDeadline<Result>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new FetchRefused(`it did not answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([work(controller.signal), late])
  } catch (error) {
    throw asRefusal(error)
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}

/** True when the connection was never made, so that nothing was sent. */
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
