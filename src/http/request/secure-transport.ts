import { AppError } from '../../domain/errors.ts'
import { FORWARDED } from './came-directly.ts'
import type { Peer } from './peer.ts'
import { type RequestContext, requestContext } from './request-context.ts'

/** How a request arrived. */
export interface TransportEvidence {
  /** The peer of the connection. */
  readonly peer: Peer
  /** The connection uses TLS. */
  readonly tls: boolean
  readonly headers: Headers
}

/**
 * The transport of a request: `https` (TLS to this process, or to a trusted proxy that says so), `local` (a program on this machine
 * without a proxy), or `plain`, which others can read. Of several proxies all must say https, since the first entry is the client's
 * claim.
 * @see RFC 7239 5.4
 */
export function transportOf({ peer, tls, headers }: TransportEvidence): RequestContext['transport'] {
  if (tls) return 'https'
  if (peer === 'stranger') return 'plain'
  const [entries, hops] = [headers.get('x-forwarded-proto'), headers.get('forwarded')]
  // As a single proxy writes it.
  if (entries === 'https' && hops === null) return 'https'
  const schemes = entries === null && hops === null ? [] : [...schemesOf(entries, hops)]
  if (schemes.length > 0) return schemes.every((scheme) => scheme === 'https') ? 'https' : 'plain'
  return peer === 'loopback' && FORWARDED.every((name) => !headers.has(name)) ? 'local' : 'plain'
}

function* schemesOf(entries: string | null, hops: string | null): Generator<string> {
  if (entries !== null) for (const entry of entries.split(',')) if (entry.trim() !== '') yield entry.trim().toLowerCase()
  if (hops !== null) for (const [, scheme] of hops.matchAll(/(?:^|[;,])\s*proto="?([a-z]{1,10})/gi)) yield scheme!.toLowerCase()
}

/** For routes whose answer contains a secret. @throws AppError insecure_transport over plain HTTP */
export function requirePrivateAnswer(request: Request): void {
  if (!requestContext(request).mayCarrySecrets) throw new AppError('insecure_transport')
}
