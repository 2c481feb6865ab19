import { lookup } from 'node:dns/promises'
import { type IpAddress, parseIp } from '../../lib/ip.ts'
import { hasPublicPort, type OutboundUrl, parseOutboundUrl } from '../../lib/outbound-url.ts'
import { isLoopbackAddress, isPublicAddress } from '../../lib/public-address.ts'
import { type Fetched, FetchRefused, type Web } from '../../ports/outbound/web.ts'
import { type Endpoint, isCompressed, isUnconnected, type PinnedRequest, readStart, sendPinned, withDeadline } from './pinned-request.ts'
import type { MachineTime } from '../../ports/clock.ts'

/** Options; the defaults suit a public service. */
export interface WebOptions {
  /** Resolves a name to all its addresses, as text; rejects when there is none. Called once per hop. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Lets `post` (and only `post`) reach http on loopback, at any port: simulated mode. */
  readonly allowLoopback?: boolean
  /** PEM of additional certificate authorities. */
  readonly ca?: string
  /** Maps a checked address to the socket's address, so that tests can use local servers for public ones. */
  readonly connectTo?: (endpoint: Endpoint) => Endpoint
}

const REDIRECTS_MAX = 3
const ADDRESSES_TRIED_MAX = 3
const REDIRECTS = [301, 302, 303, 307, 308]

const systemResolve = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** The guard of all requests to URLs of outside origin. @see rules 10.9 */
export function createGuardedFetch({ clock, timers }: MachineTime, options: WebOptions = {}): Web {
  const { resolve = systemResolve, allowLoopback = false, connectTo = (endpoint: Endpoint) => endpoint } = options

  /** The checked addresses of this hop, those more likely to be reachable first. */
  async function addressesOf({ url, literal }: OutboundUrl, audience: 'public' | 'loopback'): Promise<IpAddress[]> {
    // The same sentence for "no such name" and "not a public address", so that nobody can enumerate names of an internal network.
    const nowhere = (cause?: unknown) => new FetchRefused(`it has no ${audience} address`, { cause })
    const answers = literal
      ? [literal]
      : await resolve(url.hostname).then(
          (texts) => texts.map(parseIp),
          (error: unknown) => Promise.reject(nowhere(error)),
        )
    const accepted = audience === 'public' ? isPublicAddress : isLoopbackAddress
    const addresses = answers.filter((answer) => answer !== null && accepted(answer)) as IpAddress[]
    if (addresses.length === 0 || addresses.length < answers.length) throw nowhere()
    return addresses.sort((a, b) => a.kind().localeCompare(b.kind())).slice(0, ADDRESSES_TRIED_MAX)
  }

  async function send(
    target: OutboundUrl,
    audience: 'public' | 'loopback',
    request: Omit<PinnedRequest, 'url' | 'endpoint' | 'ca'>,
  ): Promise<Response> {
    const { url } = target
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    const addresses = await addressesOf(target, audience)
    for (const [index, address] of addresses.entries()) {
      try {
        return await sendPinned({ ...request, url, endpoint: connectTo({ address, port }), ...(options.ca && { ca: options.ca }) })
      } catch (error) {
        if (!isUnconnected(error) || index === addresses.length - 1) throw error
      }
    }
    throw new Error('a host has at least one address')
  }

  return {
    get: (text, { bytesMax, timeoutMs, headers = {} }) =>
      withDeadline(timers, timeoutMs, async (signal) => {
        let target = acceptedUrl(text)
        const { origin } = target.url
        for (let redirects = 0; ; redirects += 1) {
          if (!hasPublicPort(target.url)) throw new FetchRefused('it names a port other than 80 and 443')
          const targetHeaders = target.url.origin === origin ? headers : {}
          const response = await send(target, 'public', { method: 'GET', headers: targetHeaders, body: null, signal })
          const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
          if (location === null) return readWhole(response, bytesMax)
          await response.body?.cancel()
          if (redirects === REDIRECTS_MAX) throw new FetchRefused(`it redirects more than ${REDIRECTS_MAX} times`)
          target = acceptedUrl(location, target.url)
        }
      }),

    post: (text, { headers, body, timeoutMs, answerBytesMax }) =>
      withDeadline(timers, timeoutMs, async (signal) => {
        const target = acceptedUrl(text)
        const secure = target.url.protocol === 'https:'
        if (!secure && !allowLoopback) throw new FetchRefused('it is not an https address')
        if (secure && !hasPublicPort(target.url)) throw new FetchRefused('it names a port other than 80 and 443')
        const startedAtMs = clock.elapsedMs()
        const response = await send(target, secure ? 'public' : 'loopback', { method: 'POST', headers, body, signal })
        const { bytes } = await readStart(response, answerBytesMax)
        const bodyStart = isCompressed(response) ? '' : new TextDecoder().decode(bytes)
        return { status: response.status, bodyStart, durationMs: Math.round(clock.elapsedMs() - startedAtMs) }
      }),
  }
}

function acceptedUrl(text: string, base?: URL): OutboundUrl {
  const parsed = parseOutboundUrl(text, base)
  if ('problem' in parsed) throw new FetchRefused(base ? 'it redirects to an address that is not acceptable' : `it ${parsed.problem}`)
  return parsed
}

async function readWhole(response: Response, bytesMax: number): Promise<Fetched> {
  // Compression was not requested, and a compressed answer could expand enormously.
  if (isCompressed(response)) throw new FetchRefused('it answers in a compressed form')
  const tooLarge = new FetchRefused(`it answers with more than ${bytesMax} bytes`)
  if (Number(response.headers.get('content-length')) > bytesMax) throw tooLarge
  const { bytes, complete } = await readStart(response, bytesMax)
  if (!complete) throw tooLarge
  return { status: response.status, contentType: response.headers.get('content-type'), bytes }
}
