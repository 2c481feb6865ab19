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
export function clientAddress({ socketAddress, forwardedFor, trustedProxies }: AddressEvidence): string {
  const socket = readAddress(socketAddress)
  if (!socket) return socketAddress
  const trusted = (ip: IpAddress) => trustedProxies.some((cidr) => inCidr(ip, cidr))
  let client = socket
  for (const entry of (forwardedFor ?? '').split(',').reverse()) {
    if (!trusted(client)) break
    const before = readAddress(entry.trim())
    if (!before) break
    client = before
  }
  return formatIp(client)
}

/** The limit keys of an address. */
export function addressBuckets(address: string): ClientBuckets {
  const ip = readAddress(address)
  if (!ip) return { bucket: address, site: null }
  if (ip.kind() === 'ipv4') return { bucket: formatIp(ip), site: null }
  const network = (prefix: number) => `${formatIp(networkOf(ip, prefix))}/${prefix}`
  return { bucket: network(64), site: network(48) }
}

/** Some proxies append a port, and brackets around IPv6. */
function readAddress(text: string): IpAddress | null {
  const ip = parseIp(text) ?? parseIp(/^(\d[\d.]*):\d{1,5}$/.exec(text)?.[1] ?? /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? '')
  return ip && unmapped(ip)
}
