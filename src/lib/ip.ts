/** An IPv4 or IPv6 address as a number of 32 or 128 bits. */
export interface IpAddress {
  readonly version: 4 | 6
  readonly bits: bigint
}

/** All addresses that share the first `prefix` bits with `base`. */
export interface Cidr {
  readonly base: IpAddress
  readonly prefix: number
}

const WIDTH = { 4: 32, 6: 128 } as const
const MAPPED_PREFIX = 0xffffn

/**
 * The address that the text writes out, or null. Only the plain forms count: four decimal numbers without leading zeros,
 * or RFC 4291 groups. No brackets, no zone, no hex, octal or short IPv4.
 */
export function parseIp(text: string): IpAddress | null {
  const bits = text.includes(':') ? parseIpv6(text) : parseIpv4(text)
  if (bits === null) return null
  return { version: text.includes(':') ? 6 : 4, bits }
}

function parseIpv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

function parseIpv6(text: string): bigint | null {
  const lastColon = text.lastIndexOf(':')
  const tail = text.slice(lastColon + 1)
  if (tail.includes('.')) {
    const ipv4 = parseIpv4(tail)
    if (ipv4 === null) return null
    return parseIpv6(`${text.slice(0, lastColon + 1)}${(ipv4 >> 16n).toString(16)}:${(ipv4 & 0xffffn).toString(16)}`)
  }
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, rest] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head!.length - (rest?.length ?? 0)
  if (rest ? missing < 1 : missing !== 0) return null
  const groups = [...head!, ...Array<string>(missing).fill('0'), ...(rest ?? [])]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}

/** The IPv4 address inside an IPv4-mapped IPv6 one (::ffff:a.b.c.d); any other address as it is. */
export const unmapped = (ip: IpAddress): IpAddress =>
  ip.version === 6 && ip.bits >> 32n === MAPPED_PREFIX ? { version: 4, bits: ip.bits & 0xffff_ffffn } : ip

/** The one text of an address: dotted decimal, or RFC 5952 (lower case, longest run of zero groups as "::"). */
export function formatIp(ip: IpAddress): string {
  if (ip.version === 4) return [24n, 16n, 8n, 0n].map((shift) => String((ip.bits >> shift) & 0xffn)).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => ((ip.bits >> BigInt(16 * (7 - index))) & 0xffffn).toString(16))
  const runs = groups
    .map((_, start) => groups.slice(start).findIndex((group) => group !== '0'))
    .map((run, start) => (run < 0 ? 8 - start : run))
  const longest = Math.max(...runs)
  if (longest < 2) return groups.join(':')
  const start = runs.indexOf(longest)
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + longest).join(':')}`
}

/** The range in `address/prefix`, or of one address when there is no prefix; null when it is neither. */
export function parseCidr(text: string): Cidr | null {
  const [address, prefixText, ...more] = text.split('/')
  const ip = parseIp(address!)
  if (!ip || more.length > 0) return null
  const width = WIDTH[ip.version]
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null
  const prefix = prefixText === undefined ? width : Number(prefixText)
  return prefix > width ? null : { base: ip, prefix }
}

/** True when the address is in the range. An IPv4-mapped address is in no IPv4 range: unmap it first where it should be. */
export function inCidr(ip: IpAddress, { base, prefix }: Cidr): boolean {
  const hostBits = BigInt(WIDTH[base.version] - prefix)
  return ip.version === base.version && ip.bits >> hostBits === base.bits >> hostBits
}
