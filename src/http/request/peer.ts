import { type Cidr, inCidr, parseIp, unmapped } from '../../lib/ip.ts'
import { isLoopbackAddress } from '../../lib/public-address.ts'

/** Whose connection it is: a program's on this machine, a trusted proxy's elsewhere, or anyone's. */
export type Peer = 'loopback' | 'proxy' | 'stranger'

/** Which of them the peer with this address is; a proxy on this machine is `loopback`, with or without an entry in TRUSTED_PROXIES. */
export function peerAt(socketAddress: string, trustedProxies: readonly Cidr[]): Peer {
  const parsed = parseIp(socketAddress)
  const ip = parsed && unmapped(parsed)
  if (!ip) return 'stranger'
  if (isLoopbackAddress(ip)) return 'loopback'
  return trustedProxies.some((cidr) => inCidr(ip, cidr)) ? 'proxy' : 'stranger'
}
