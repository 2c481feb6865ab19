import { type SoldResource, serviceNameOf } from '../../domain/payments/sold-resource.ts'
import type { Policy } from '../../ports/policy.ts'
import { type BazaarExtension, bazaarExtension, pathParamsOf, routeTemplateOf } from './bazaar-extension.ts'
import type { RouteDescription } from './route-table.ts'
import type { Recorded } from './write-openapi.ts'

/** Most characters of the extension's JSON in a 402: its header then fits, with all others, in the 4 KiB that proxies give to them. */
const BAZAAR_CHARACTERS_MAX = 1_408
/** Most characters of a URL in a 402; of a longer one its query is left out, or the route's pattern stands for it. */
const URL_CHARACTERS_MAX = 256

/** Characters that URL parsers keep but URIs must not contain: a lone percent sign, brackets, bars. @see RFC 3986 2 */
const NOT_IN_URI = /%(?![0-9a-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/gi

/** Words by which whoever looks for paid calls finds these, beside the route's own group. */
const TAGS = ['solana', 'token launch', 'agents']

/** A route that is sold. */
export interface SoldRoute {
  readonly route: RouteDescription
  /** `/api/coins/:mint` */
  readonly template: string
  /** As its 402 tells it. */
  readonly bazaar: BazaarExtension
  /** The same with everything that is known of the route. */
  readonly fullBazaar: BazaarExtension
}

/** What is sold, by method and pattern: `POST /api/agent/launch`. */
export type SoldRoutes = ReadonlyMap<string, SoldRoute>

/** Reads the routes that are sold from the list of all routes and the recorded calls, once. */
export function createSoldRoutes(routes: () => readonly RouteDescription[], recordedCalls: () => Promise<Recorded['calls']>) {
  let sold: Promise<SoldRoutes> | null = null
  const read = async (): Promise<SoldRoutes> => {
    const calls = await recordedCalls()
    return new Map(
      routes()
        .filter(({ guard }) => guard.price !== undefined && !guard.switchedOff)
        .map((route) => [`${route.method} ${routeTemplateOf(route.path)}`, soldRoute(route, calls)]),
    )
  }
  return (): Promise<SoldRoutes> =>
    (sold ??= read().catch((error: unknown) => {
      sold = null
      throw error
    }))
}

function soldRoute(route: RouteDescription, calls: Recorded['calls']): SoldRoute {
  const example = calls[`${route.method} ${route.path}`]
  return {
    route,
    template: routeTemplateOf(route.path),
    bazaar: bazaarExtension(route, example, BAZAAR_CHARACTERS_MAX),
    fullBazaar: bazaarExtension(route, example, Number.MAX_SAFE_INTEGER),
  }
}

/** What a call sells: `url` is its public URL. */
export const soldResource = (
  { baseUrl, serviceTitle }: Pick<Policy, 'baseUrl' | 'serviceTitle'>,
  { route: { summary, tag }, bazaar }: Pick<SoldRoute, 'route' | 'bazaar'>,
  url: string,
): SoldResource => {
  const serviceName = serviceNameOf(serviceTitle)
  return {
    resource: {
      url,
      description: summary,
      mimeType: 'application/json',
      ...(serviceName === null ? {} : { serviceName }),
      tags: [tag, ...TAGS],
      iconUrl: `${baseUrl}/icon.svg`,
    },
    extensions: { bazaar },
  }
}

/** What the call at this address sells, with the values of its parameters. */
export function soldCall(policy: Pick<Policy, 'baseUrl' | 'serviceTitle'>, sold: SoldRoute, address: string): SoldResource {
  const { pathname, search } = new URL(address)
  const uri = (target: string) => `${policy.baseUrl}${target.replaceAll(NOT_IN_URI, encodeURIComponent)}`
  const url = [uri(`${pathname}${search}`), uri(pathname)].find(({ length }) => length <= URL_CHARACTERS_MAX) ?? uri(sold.template)
  const { bazaar, template } = sold
  if (bazaar.routeTemplate === undefined) return soldResource(policy, sold, url)
  const pathParams = pathParamsOf(template, new URL(url).pathname)
  return soldResource(
    policy,
    { ...sold, bazaar: { ...bazaar, info: { ...bazaar.info, input: { ...bazaar.info.input, pathParams } } } },
    url,
  )
}
