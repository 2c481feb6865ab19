import { requestContext, setRequestContext } from '../http/request/request-context.ts'

/** What a client must be ready to read, as the protocol's library looks for it. */
const TYPES = ['application/json', 'text/event-stream']

const VERSION_HEADER = 'mcp-protocol-version'

/**
 * The request as the protocol's library knows to read it, without its body: one whose Accept takes both types by ranges, or that has
 * none, names them; `initialize`, which negotiates the version, has none in its headers; a version that came twice is one, and a blank one
 * none. Any other request is returned as it is.
 * @see RFC 9110 12.5.1
 */
export function plainRequest(request: Request, message: Readonly<Record<string, unknown>>): Request {
  const { url, method, headers, signal } = request
  const accept = headers.get('accept') ?? '*/*'
  const namesBoth = TYPES.every((type) => accept.includes(type))
  const takesBoth = TYPES.every((type) => accepts(accept, type))
  const sent = headers.get(VERSION_HEADER)
  const version = sent === null || isNegotiation(message) ? null : onlyVersion(sent)
  if (version === sent && (namesBoth || !takesBoth)) return request
  const plain = new Headers(headers)
  if (takesBoth) plain.set('accept', TYPES.join(', '))
  if (version === null) plain.delete(VERSION_HEADER)
  else plain.set(VERSION_HEADER, version)
  const written = new Request(url, { method, headers: plain, signal })
  setRequestContext(written, requestContext(request))
  return written
}

/** Of the revisions that have it: a later one has no such method, and names its version elsewhere in the message. */
const isNegotiation = ({ method, params }: Readonly<Record<string, unknown>>): boolean =>
  method === 'initialize' && typeof (params as { readonly protocolVersion?: unknown } | undefined)?.protocolVersion === 'string'

/** The one version that a header names, however often; null for a blank header, and the header itself where it names several. */
function onlyVersion(header: string): string | null {
  const named = new Set(header.split(',').map((version) => version.trim()))
  named.delete('')
  const [version = null] = named
  return named.size > 1 ? header : version
}

/** Whether a client that sends this Accept takes the type: the most specific range decides, and its weight may be none. */
function accepts(accept: string, type: string): boolean {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
  const found = [type, `${type.split('/')[0]}/*`, '*/*'].flatMap((range) => ranges.filter(([name]) => name === range))[0]
  return found !== undefined && !found.some((part) => /^q=0(\.0*)?$/.test(part))
}
