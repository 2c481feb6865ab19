import { isLoopbackHost } from '../../lib/public-address.ts'
import type { Policy } from '../../ports/policy.ts'

/** True for an address whose host is this service's, or this machine; the port may be any. */
export function isOwnHost({ baseUrl }: Pick<Policy, 'baseUrl'>, address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host === new URL(baseUrl).hostname || isLoopbackHost(host.replaceAll(/[[\]]/g, ''))
}
