import { AppError, invalidFields } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import { problemResponse } from '../answers/problem.ts'
import { notFoundPage, WAYS_TO_CODES, wantsPage } from '../pages/filled-page.ts'
import type { Layer } from './pipeline.ts'

/** Turns whatever is thrown below into its answer; the only place that does. A browser at an unknown address gets a page. */
export function answerProblems(deps: Pick<Deps, 'policy' | 'log' | 'redact'>): Layer {
  return (request, context, next) => {
    const answerProblem = (error: unknown): Response | Promise<Response> => {
      if (error instanceof AppError && isMissingPage(error) && isForPerson(request)) {
        context.errorCode = error.code
        return notFoundPage(
          deps,
          error.code === 'error_code_not_found'
            ? {
                title: 'There is no such error code',
                text: 'Check the address, or look among all of them.',
                ways: WAYS_TO_CODES,
              }
            : { title: 'There is no such page', text: 'Check the address, or begin with the coins.' },
        )
      }
      return problemResponse(deps, request, error, context.failure?.headers ?? {})
    }
    try {
      const answer = next()
      return answer instanceof Promise ? answer.catch(answerProblem) : answer
    } catch (error) {
      return answerProblem(error)
    }
  }
}

const isMissingPage = ({ code }: AppError): boolean => code === 'route_not_found' || code === 'error_code_not_found'

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

/** A route as its path is matched; `names` is how many of its parts are parameters. */
interface RoutePattern {
  readonly method: string
  readonly path: RegExp
  readonly names: number
}

/** The routes at a path. `/api/jobs/coin` is a path of its own, and matches `/api/jobs/{id}` too. */
function routesAt(table: readonly RoutePattern[], path: string): { readonly names: number; readonly allowed: readonly string[] } {
  const matching = table.filter((route) => route.path.test(path))
  const names = Math.min(...matching.map((route) => route.names))
  const methods = new Set(matching.filter((route) => route.names === names).map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return { names, allowed: methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort() }
}

const patternOf = ({ method, path }: RoutePath): RoutePattern => ({
  method,
  path: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  names: path.split('/:').length,
})

/**
 * Answers requests that matched no route although their path exists: OPTIONS with 204 and `allow`, and a path in another spelling with
 * 308 and the one that it has.
 * @throws AppError method_not_allowed for other methods | validation_invalid for a part of a path that cannot be unescaped
 * @see RFC 9110 9.3.7, 15.4.9, 15.5.6
 */
export function answerOtherMethods(routes: () => readonly RoutePath[]): Layer {
  let table: readonly RoutePattern[] | null = null
  const at = (path: string) => routesAt((table ??= routes().map(patternOf)), path)
  return async ({ method, url }, _context, next) => {
    // The router takes an escaped letter for a part of a parameter's value: `/api/coins/l%69ve` would be a coin of the mint "live".
    if (url.includes('%')) {
      const { pathname, search } = new URL(url)
      const [written, plain] = [at(pathname), at(plainPath(pathname))]
      if (plain.names < written.names && plain.allowed.includes(method)) return movedTo(plainPath(pathname) + search)
    }
    try {
      return await next()
    } catch (error) {
      if (error instanceof AppError && error.code === 'validation_invalid' && !canUnescape(url)) throw invalidFields([PATH_PROBLEM])
      // Clients should not send a fragment, and the router does not match a path with one.
      if (!(error instanceof AppError && error.code === 'route_not_found') || url.includes('#')) throw error
      const { pathname, search } = new URL(url)
      const { allowed } = at(pathname)
      const plain = plainPath(pathname)
      if (plain !== pathname && !allowed.includes(method) && at(plain).allowed.includes(method)) return movedTo(plain + search)
      // A route matched, and answered 404 itself.
      if (allowed.length === 0 || (allowed.includes(method) && method !== 'OPTIONS')) throw error
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: allowed.join(', ') } })
      throw new AppError('method_not_allowed', { method, allowed: allowed.join(', ') })
    }
  }
}

const movedTo = (location: string): Response => new Response(null, { status: 308, headers: { location } })

const PATH_PROBLEM = {
  path: '/',
  message: 'is the path of the URL, in which a % is not the beginning of an escaped character: write it as %25',
}

/** Whether each % in the path begins an escaped byte, and the bytes are UTF-8. */
function canUnescape(url: string): boolean {
  try {
    return !url.includes('%') || decodeURIComponent(new URL(url).pathname) !== ''
  } catch {
    return false
  }
}
