import { AppError } from '../../domain/errors.ts'
import type { Layer } from './pipeline.ts'

interface ServedRoute {
  readonly method: string
  readonly path: string
}

/**
 * Answers requests that no route took although their path is one of ours: OPTIONS with 204 and `allow`.
 * @throws AppError method_not_allowed for other methods
 * @see RFC 9110 9.3.7, 15.5.6
 */
export function answerOtherMethods(routes: () => readonly ServedRoute[]): Layer {
  let table: readonly { readonly method: string; readonly path: RegExp; readonly names: number }[] | null = null
  const allowedAt = (path: string): string[] => {
    table ??= routes().map((route) => ({
      method: route.method,
      path: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
      names: route.path.split('/:').length,
    }))
    const matching = table.filter((route) => route.path.test(path))
    if (matching.length === 0) return []
    // `/api/jobs/coin` is a path of its own, and no job that is called so.
    const fewest = Math.min(...matching.map(({ names }) => names))
    const methods = new Set(matching.filter(({ names }) => names === fewest).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods, 'OPTIONS'].sort()
  }
  return async ({ method, url }, _context, next) => {
    try {
      return await next()
    } catch (error) {
      // A fragment is part of no path that a client should send, and the router takes none for ours.
      if (!(error instanceof AppError && error.code === 'route_not_found') || url.includes('#')) throw error
      const allowed = allowedAt(new URL(url).pathname)
      // A route took it, and has nothing there.
      if (allowed.length === 0 || (allowed.includes(method) && method !== 'OPTIONS')) throw error
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: allowed.join(', ') } })
      throw new AppError('method_not_allowed', { method, allowed: allowed.join(', ') })
    }
  }
}
