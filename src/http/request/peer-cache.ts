import type { Cidr } from '../../lib/ip.ts'
import { type ClientOrigin, clientOrigin } from './client-address.ts'
import { type Peer, peerAt } from './peer.ts'

/** The peer of a connection. */
export interface KnownPeer {
  readonly peer: Peer
  /** Where a request with these headers comes from. */
  readonly from: (headers: Headers) => ClientOrigin
}

/** Peers, and clients of proxies, that are remembered; all are forgotten beyond that many. */
const REMEMBERED_MAX = 20_000
/** Longer headers are read anew: their sender makes them up. */
const FORWARDED_CHARACTERS_MAX = 100

/** What the peer with an address is, and whose its requests are; remembered, since addresses take longer to read than a small answer. */
export function createPeerCache(trustedProxies: readonly Cidr[]): (socketAddress: string) => KnownPeer {
  const peers = new Map<string, KnownPeer>()
  const clients = new Map<string, ClientOrigin>()
  const originOf = (socketAddress: string, forwardedFor: string): ClientOrigin => {
    const key = `${socketAddress} ${forwardedFor}`
    return clients.get(key) ?? kept(clients, key, clientOrigin({ socketAddress, forwardedFor, trustedProxies }))
  }
  const read = (socketAddress: string): KnownPeer => {
    const own = clientOrigin({ socketAddress, forwardedFor: null, trustedProxies })
    const from = (headers: Headers): ClientOrigin => {
      const forwardedFor = trustedProxies.length === 0 ? null : headers.get('x-forwarded-for')
      if (forwardedFor === null) return own
      return forwardedFor.length > FORWARDED_CHARACTERS_MAX
        ? clientOrigin({ socketAddress, forwardedFor, trustedProxies })
        : originOf(socketAddress, forwardedFor)
    }
    return { peer: peerAt(socketAddress, trustedProxies), from }
  }
  return (socketAddress) => peers.get(socketAddress) ?? kept(peers, socketAddress, read(socketAddress))
}

function kept<Value>(all: Map<string, Value>, key: string, value: Value): Value {
  if (all.size >= REMEMBERED_MAX) all.clear()
  all.set(key, value)
  return value
}
