import { type Cidr, formatIp, inCidr, type IpAddress, networkOf, parseIp, unmapped } from '../../lib/ip.ts'
import type { ClientBuckets } from '../../domain/limits/client-buckets.ts'

/** Where a request comes from, as its connection and headers say. */
export interface AddressEvidence {
  /** The peer of the connection. */
  readonly socketAddress: string
  /** The X-Forwarded-For header, several joined by commas; null when there is none. */
  readonly forwardedFor: string | null
  readonly trustedProxies: readonly Cidr[]
}

/**
 * The sender of the request: the peer of the connection or, when that is a trusted proxy, the right-most X-Forwarded-For entry that is
 * not a trusted proxy. Entries further left are the sender's own claim. At an unreadable entry the proxy that added it counts as the
 * sender. IPv4-mapped addresses become IPv4.
 * @see rules 10.19
 */
export function clientAddress(evidence: AddressEvidence): string {
  const ip = clientIp(evidence)
  return ip ? formatIp(ip) : evidence.socketAddress
}

function clientIp({ socketAddress, forwardedFor, trustedProxies }: AddressEvidence): IpAddress | null {
  const socket = readAddress(socketAddress)
  if (!socket) return null
  const trusted = (ip: IpAddress) => trustedProxies.some((cidr) => inCidr(ip, cidr))
  let client = socket
  for (const entry of (forwardedFor ?? '').split(',').reverse()) {
    if (!trusted(client)) break
    const before = readAddress(entry.trim())
    if (!before) break
    client = before
  }
  return client
}

/** The limit keys of an address. */
export function addressBuckets(address: string): ClientBuckets {
  const ip = readAddress(address)
  return ip ? bucketsOf(ip) : { bucket: address, site: null }
}

function bucketsOf(ip: IpAddress): ClientBuckets {
  if (ip.kind() === 'ipv4') return { bucket: formatIp(ip), site: null }
  const network = (prefix: number) => `${formatIp(networkOf(ip, prefix))}/${prefix}`
  return { bucket: network(64), site: network(48) }
}

/** Where a request comes from, and what it counts in. */
export type ClientOrigin = ClientBuckets & { readonly address: string }

/** The sender of the request, as `clientAddress` and `addressBuckets` say. */
export function clientOrigin(evidence: AddressEvidence): ClientOrigin {
  const ip = clientIp(evidence)
  const { socketAddress: address } = evidence
  return ip ? { address: formatIp(ip), ...bucketsOf(ip) } : { address, ...addressBuckets(address) }
}

/** Some proxies append a port, and brackets around IPv6. */
function readAddress(text: string): IpAddress | null {
  const ip = parseIp(text) ?? parseIp(/^(\d[\d.]*):\d{1,5}$/.exec(text)?.[1] ?? /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? '')
  return ip && unmapped(ip)
}
