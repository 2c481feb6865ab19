import { type Cidr, inCidr, type IpAddress, parseCidr, parseIp } from './ip.ts'

const ranges = (...texts: string[]): readonly Cidr[] =>
  texts.map((text) => {
    const cidr = parseCidr(text)
    if (!cidr) throw new Error(`not a range: ${text}`)
    return cidr
  })

/** IPv4 that is not the public Internet. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const REFUSED_IPV4 = ranges(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; some clouds keep their metadata server here
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host agent: a public address that answers only inside
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
)

/**
 * Only 2000::/3 was ever allocated. Refused with the rest: loopback, IPv4-mapped and -compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48),
 * ULA, link-local, multicast. @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const GLOBAL_IPV6 = ranges('2000::/3')
const REFUSED_IPV6 = ranges(
  '2001::/23', // IETF protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 carries any IPv4 address
  '3fff::/20', // documentation
)

const LOOPBACK = ranges('127.0.0.0/8', '::1')

const inAny = (ip: IpAddress, cidrs: readonly Cidr[]): boolean => cidrs.some((cidr) => inCidr(ip, cidr))

/** True when the address is on the public Internet. IPv6 forms that carry an IPv4 address are refused. */
export const isPublicAddress = (ip: IpAddress): boolean =>
  ip.kind() === 'ipv4' ? !inAny(ip, REFUSED_IPV4) : inAny(ip, GLOBAL_IPV6) && !inAny(ip, REFUSED_IPV6)

/** True for 127.0.0.0/8 and ::1. */
export const isLoopbackAddress = (ip: IpAddress): boolean => inAny(ip, LOOPBACK)

/** True for an address of this machine, and for a name that always resolves to one. */
export function isLoopbackHost(host: string): boolean {
  const ip = parseIp(host)
  return ip ? isLoopbackAddress(ip) : /(^|\.)localhost\.?$/i.test(host)
}
