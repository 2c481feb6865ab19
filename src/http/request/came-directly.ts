import type { Policy } from '../../ports/deps.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../lib/public-address.ts'
import { parseIp } from '../../lib/ip.ts'
import { requestContext } from './request-context.ts'

/** Headers that proxies add: whoever sends one stands behind a proxy on this machine, or says so. */
export const FORWARDED = [
  'forwarded',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'cf-connecting-ip',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'via',
] as const

/**
 * True for a request that a program on this machine made itself, with no proxy between: it names this machine as the host, and
 * no page of another site had a browser send it.
 */
export function cameDirectly(request: Request): boolean {
  const ip = parseIp(requestContext(request).address)
  return ip !== null && isLoopbackAddress(ip) && FORWARDED.every((name) => !request.headers.has(name)) && isOfThisHost(request)
}

/** A name of somebody else's may be made to lead to this machine while a browser shows their page. */
function isOfThisHost({ url, headers }: Request): boolean {
  const host = headers.get('host') ?? new URL(url).host
  if (!isLoopbackHost(host.replace(/:\d+$/, '').replaceAll(/[[\]]/g, ''))) return false
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')]
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return origin === null || (URL.canParse(origin) && new URL(origin).host === host)
}

/** True where the caller may move the simulated clock, and have the service call its own machine. */
export const mayControlSimulation = (
  { simulatedOpen, simulatedLocalOnly }: Pick<Policy, 'simulatedOpen' | 'simulatedLocalOnly'>,
  request: Request,
): boolean => simulatedOpen && (!simulatedLocalOnly || cameDirectly(request))
