import { isLoopbackAddress } from '../../lib/public-address.ts'
import { parseIp } from '../../lib/ip.ts'
import { requestContext } from './request-context.ts'

/** Headers that proxies add: whoever sends one stands behind a proxy on this machine, or says so. */
export const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const

/** True for a request that a program on this machine made itself, with no proxy between. */
export function cameDirectly(request: Request): boolean {
  const ip = parseIp(requestContext(request).address)
  return ip !== null && isLoopbackAddress(ip) && FORWARDED.every((name) => !request.headers.has(name))
}
