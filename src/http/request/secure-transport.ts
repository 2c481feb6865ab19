import { AppError } from '../../domain/errors.ts'
import { type Cidr, inCidr, parseIp, unmapped } from '../../lib/ip.ts'
import { isLoopbackAddress } from '../../lib/public-address.ts'
import { FORWARDED } from './came-directly.ts'
import { type RequestContext, requestContext } from './request-context.ts'

/** How a request arrived. */
export interface TransportEvidence {
  /** The peer of the connection. */
  readonly socketAddress: string
  /** The connection uses TLS. */
  readonly tls: boolean
  readonly headers: Headers
  readonly trustedProxies: readonly Cidr[]
}

/**
 * The transport of a request: `https` (TLS to this process, or to a trusted proxy that says so), `local` (a program on this machine
 * without a proxy), or `plain`, which others can read. Of several proxies all must say https, since the first entry is the client's
 * claim.
 * @see RFC 7239 5.4
 */
export function transportOf({ socketAddress, tls, headers, trustedProxies }: TransportEvidence): RequestContext['transport'] {
  if (tls) return 'https'
  const parsed = parseIp(socketAddress)
  const peer = parsed && unmapped(parsed)
  if (!peer) return 'plain'
  const loopback = isLoopbackAddress(peer)
  // A proxy on this machine counts without an entry in TRUSTED_PROXIES, since its peer address is loopback.
  if (!loopback && !trustedProxies.some((cidr) => inCidr(peer, cidr))) return 'plain'
  const schemes = [...schemesOf(headers)]
  if (schemes.length > 0) return schemes.every((scheme) => scheme === 'https') ? 'https' : 'plain'
  return loopback && FORWARDED.every((name) => !headers.has(name)) ? 'local' : 'plain'
}

function* schemesOf(headers: Headers): Generator<string> {
  for (const entry of (headers.get('x-forwarded-proto') ?? '').split(',')) if (entry.trim() !== '') yield entry.trim().toLowerCase()
  for (const [, scheme] of (headers.get('forwarded') ?? '').matchAll(/(?:^|[;,])\s*proto="?([a-z]{1,10})/gi)) yield scheme!.toLowerCase()
}

/** For routes whose answer contains a secret. @throws AppError insecure_transport over plain HTTP */
export function requirePrivateAnswer(request: Request): void {
  if (!requestContext(request).mayCarrySecrets) throw new AppError('insecure_transport')
}
