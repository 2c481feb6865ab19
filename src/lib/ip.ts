import ipaddr from 'ipaddr.js'

/** An IPv4 or IPv6 address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** All addresses that share the first `prefix` bits with `base`. */
export interface Cidr {
  readonly base: IpAddress
  readonly prefix: number
}

const WIDTH = { ipv4: 32, ipv6: 128 } as const
/** Longest form: eight groups, the last two written as IPv4. */
const CHARACTERS_MAX = 45

/**
 * The address that the text writes out, or null. Only the plain forms count: four decimal numbers without leading zeros,
 * or RFC 4291 groups. No brackets, no zone, no hex, octal or short IPv4: the library reads those too, as old resolvers do.
 */
export function parseIp(text: string): IpAddress | null {
  if (text.length > CHARACTERS_MAX || text.includes('%')) return null
  const groups = text.slice(0, text.lastIndexOf(':') + 1)
  const dotted = text.includes('.') ? parseIpv4(text.slice(groups.length)) : null
  if (text.includes('.') && dotted === null) return null
  if (groups === '') return dotted
  // The library reads ::1.2.3.4 as ::ffff:1.2.3.4, so it is given hex groups only.
  const plain = dotted ? groups + hexGroups(dotted) : text
  try {
    return ipaddr.IPv6.parse(plain)
  } catch {
    return null
  }
}

const parseIpv4 = (text: string): ipaddr.IPv4 | null => (ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : null)

const hexGroups = (ip: ipaddr.IPv4): string =>
  ip
    .toIPv4MappedAddress()
    .parts.slice(6)
    .map((group) => group.toString(16))
    .join(':')

/** The IPv4 address inside an IPv4-mapped IPv6 one (::ffff:a.b.c.d); any other address as it is. */
export const unmapped = (ip: IpAddress): IpAddress => (ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip)

/** The canonical text of an address: dotted decimal, or RFC 5952 (lower case, longest run of zero groups as "::"). */
export const formatIp = (ip: IpAddress): string => (ip instanceof ipaddr.IPv6 ? ip.toRFC5952String() : ip.toString())

/** The range written as `address/prefix`, or the range of a single address; null for anything else. */
export function parseCidr(text: string): Cidr | null {
  const [address, prefixText, ...more] = text.split('/')
  const ip = parseIp(address!)
  if (!ip || more.length > 0) return null
  const width = WIDTH[ip.kind()]
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null
  const prefix = prefixText === undefined ? width : Number(prefixText)
  return prefix > width ? null : { base: ip, prefix }
}

/** True when the address is in the range. An IPv4-mapped address is in no IPv4 range: call `unmapped` first where it should count. */
export const inCidr = (ip: IpAddress, { base, prefix }: Cidr): boolean => ip.kind() === base.kind() && ip.match(base, prefix)

/** The first address of the network with this prefix length that contains the address. */
export const networkOf = (ip: IpAddress, prefix: number): IpAddress =>
  ip instanceof ipaddr.IPv6
    ? new ipaddr.IPv6(firstBits(ip.parts, { prefix, width: 16 }))
    : new ipaddr.IPv4(firstBits(ip.octets, { prefix, width: 8 }))

/** The parts, each of `width` bits, with the bits after the first `prefix` cleared. */
const firstBits = (parts: readonly number[], { prefix, width }: { readonly prefix: number; readonly width: number }): number[] =>
  parts.map((part, index) => {
    const cleared = Math.min(Math.max((index + 1) * width - prefix, 0), width)
    return (part >> cleared) << cleared
  })
