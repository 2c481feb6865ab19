import type { Deps, Policy } from '../../ports/deps.ts'
import { addressBuckets, clientAddress, type ClientBuckets } from '../request/client-address.ts'
import { transportOf } from '../request/secure-transport.ts'
import { type RequestContext, setRequestContext } from '../request/request-context.ts'

/** Gives every request its context: an id, whose it is, and how it came. */
export function identifyRequest({ ids, policy }: Pick<Deps, 'ids' | 'policy'>) {
  const addressOf = createAddressCache(policy.trustedProxies)
  return (request: Request, socketAddress: string, tls: boolean): RequestContext => {
    const { headers, url } = request
    const transport = transportOf({ socketAddress, tls, headers, trustedProxies: policy.trustedProxies })
    const context: RequestContext = {
      requestId: ids.id('req'),
      target: targetOf(url),
      ...addressOf(socketAddress, headers.get('x-forwarded-for')),
      transport,
      mayCarrySecrets: transport !== 'plain' || policy.allowPlainHttp,
      commonHeaders: {},
      keyId: null,
      errorCode: null,
      route: null,
      rateGroup: null,
      price: null,
      failure: null,
      finishPaidCall: null,
      releaseBody: null,
      keepAnswer: null,
    }
    setRequestContext(request, context)
    return context
  }
}

/** Path and query of an absolute address; of a request whose host is none the address is a path alone. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start === -1 ? '/' : url.slice(start)
}

const ADDRESSES_MAX = 10_000

/** Where requests come from, remembered for peers that speak for themselves. */
function createAddressCache(trustedProxies: Policy['trustedProxies']) {
  const known = new Map<string, ClientBuckets & { readonly address: string }>()
  return (socketAddress: string, forwardedFor: string | null) => {
    const plain = trustedProxies.length === 0 || forwardedFor === null
    const found = plain ? known.get(socketAddress) : undefined
    if (found) return found
    const address = clientAddress({ socketAddress, forwardedFor, trustedProxies })
    const entry = { address, ...addressBuckets(address) }
    if (known.size >= ADDRESSES_MAX) known.clear()
    if (plain) known.set(socketAddress, entry)
    return entry
  }
}
