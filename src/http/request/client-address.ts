import { type Cidr, formatIp, inCidr, type IpAddress, networkOf, parseIp, unmapped } from '../../lib/ip.ts'

/** What a request says of where it comes from. */
export interface AddressEvidence {
  /** The peer of the connection. */
  readonly socketAddress: string
  /** The X-Forwarded-For header, several joined by commas; null when there is none. */
  readonly forwardedFor: string | null
  readonly trustedProxies: readonly Cidr[]
}

/**
 * Who sent the request: the peer of the connection, or, when that is a trusted proxy, the right-most X-Forwarded-For entry
 * that is not one itself. Everything further left is the sender's own claim. An unreadable entry ends the walk at the proxy
 * that passed it on. IPv4-mapped addresses come back as IPv4.
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

/** What limits count a client by. */
export interface ClientBuckets {
  /** An IPv4 address itself, and of an IPv6 address its /64, which one subscriber has whole. */
  readonly bucket: string
  /** Of an IPv6 address its /48, which one site may have whole, with a larger limit; null for IPv4. */
  readonly site: string | null
}

/** The buckets of an address. */
export function addressBuckets(address: string): ClientBuckets {
  const ip = readAddress(address)
  if (!ip) return { bucket: address, site: null }
  if (ip.kind() === 'ipv4') return { bucket: formatIp(ip), site: null }
  const network = (prefix: number) => `${formatIp(networkOf(ip, prefix))}/${prefix}`
  return { bucket: network(64), site: network(48) }
}

/** Some proxies write a port behind the address, and brackets around IPv6. */
function readAddress(text: string): IpAddress | null {
  const ip = parseIp(text) ?? parseIp(/^(\d[\d.]*):\d{1,5}$/.exec(text)?.[1] ?? /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? '')
  return ip && unmapped(ip)
}
