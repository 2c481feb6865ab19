import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import { problemResponse } from '../answers/problem.ts'
import { notFoundPage, wantsPage } from '../pages/filled-page.ts'
import type { Layer } from './pipeline.ts'

/** Turns whatever is thrown below into its answer; the only place that does. A browser at an unknown address gets a page. */
export function answerProblems(deps: Pick<Deps, 'policy' | 'log' | 'redact'>): Layer {
  return async (request, context, next) => {
    try {
      return await next()
    } catch (error) {
      if (error instanceof AppError && error.code === 'route_not_found' && context.route === null && isForPerson(request)) {
        context.errorCode = error.code
        return notFoundPage(deps, { title: 'There is no such page', text: 'Check the address, or begin at the board.' })
      }
      return problemResponse(deps, request, error, context.failure?.headers ?? {})
    }
  }
}

const isForPerson = (request: Request): boolean =>
  request.method === 'GET' && !new URL(request.url).pathname.startsWith('/api/') && wantsPage(request)

interface RoutePath {
  readonly method: string
  readonly path: string
}

/**
 * A path as its route spells it: without slashes at its end or next to each other, and with no letter escaped that need not be.
 * @see RFC 3986 6.2.2.2
 */
const plainPath = (path: string): string =>
  path
    .replaceAll(/%[0-7][0-9a-f]/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : escaped
    })
    .replaceAll(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '')

/**
 * Answers requests that matched no route although their path exists: OPTIONS with 204 and `allow`, and a path in another spelling with
 * 308 and the one that it has.
 * @throws AppError method_not_allowed for other methods
 * @see RFC 9110 9.3.7, 15.4.9, 15.5.6
 */
export function answerOtherMethods(routes: () => readonly RoutePath[]): Layer {
  let table: readonly { readonly method: string; readonly path: RegExp; readonly names: number }[] | null = null
  const allowedAt = (path: string): string[] => {
    table ??= routes().map((route) => ({
      method: route.method,
      path: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
      names: route.path.split('/:').length,
    }))
    const matching = table.filter((route) => route.path.test(path))
    if (matching.length === 0) return []
    // `/api/jobs/coin` is a path of its own, and matches `/api/jobs/{id}` too.
    const fewest = Math.min(...matching.map(({ names }) => names))
    const methods = new Set(matching.filter(({ names }) => names === fewest).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods, 'OPTIONS'].sort()
  }
  return async ({ method, url }, _context, next) => {
    try {
      return await next()
    } catch (error) {
      // Clients should not send a fragment, and the router does not match a path with one.
      if (!(error instanceof AppError && error.code === 'route_not_found') || url.includes('#')) throw error
      const { pathname, search } = new URL(url)
      const allowed = allowedAt(pathname)
      const plain = plainPath(pathname)
      if (plain !== pathname && !allowed.includes(method) && allowedAt(plain).includes(method))
        return new Response(null, { status: 308, headers: { location: plain + search } })
      // A route matched, and answered 404 itself.
      if (allowed.length === 0 || (allowed.includes(method) && method !== 'OPTIONS')) throw error
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: allowed.join(', ') } })
      throw new AppError('method_not_allowed', { method, allowed: allowed.join(', ') })
    }
  }
}
