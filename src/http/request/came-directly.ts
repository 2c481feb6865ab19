import type { Policy } from '../../ports/policy.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../lib/public-address.ts'
import { parseIp } from '../../lib/ip.ts'
import { requestContext } from './request-context.ts'

/** Headers that proxies add: a request with one came through a proxy on this machine. */
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
  'client-ip',
  'x-azure-clientip',
  'x-envoy-external-address',
  'x-original-host',
  'x-proxyuser-ip',
  'x-scheme',
  'x-amzn-trace-id',
  'cdn-loop',
  'cf-ray',
  'front-end-https',
  'ngrok-trace',
  'tailscale-user-login',
  'via',
] as const

/** What says where a request came from: whoever makes another for its client hands them on. */
export const ORIGIN_HEADERS: readonly string[] = ['host', 'origin', 'sec-fetch-site', ...FORWARDED]

/**
 * True for a request that a program on this machine made itself, without a proxy: it names this machine as its host, and no other site's
 * page had a browser send it.
 */
export function cameDirectly(request: Request): boolean {
  const ip = parseIp(requestContext(request).address)
  return ip !== null && isLoopbackAddress(ip) && FORWARDED.every((name) => !request.headers.has(name)) && isOfThisHost(request)
}

/** DNS rebinding: another name may resolve to this machine while a browser shows its page. */
function isOfThisHost({ url, headers }: Request): boolean {
  const host = headers.get('host') ?? new URL(url).host
  if (!isLoopbackHost(host.replace(/:\d+$/, '').replaceAll(/[[\]]/g, ''))) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return [headers.get('origin'), headers.get('referer')].every(
    (from) => from === null || (URL.canParse(from) && new URL(from).host === host),
  )
}

/**
 * True for a program on this machine while nobody else is meant to come in: a service with a public address has a proxy in front, and one
 * that adds no header makes every stranger look like a program on this machine.
 */
export const isTrustedLocal = ({ publicAddress }: Pick<Policy, 'publicAddress'>, request: Request): boolean =>
  !publicAddress && cameDirectly(request)

/** True where the caller may advance the simulated clock, and register webhooks on this machine. */
export const mayControlSimulation = (
  { simulatedOpen, simulatedLocalOnly, publicAddress }: Pick<Policy, 'simulatedOpen' | 'simulatedLocalOnly' | 'publicAddress'>,
  request: Request,
): boolean => simulatedOpen && (!simulatedLocalOnly || isTrustedLocal({ publicAddress }, request))
