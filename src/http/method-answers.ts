import { AppError } from '../domain/errors.ts'
import type { Deps } from '../ports/deps.ts'
import { problemResponse } from './answers/problem.ts'

interface ServedRoute {
  readonly method: string
  readonly path: string
}

/**
 * Answers requests that no route took although their path is one of ours: OPTIONS with 204, other methods with 405, both with
 * `allow`. Null for everything else.
 * @see RFC 9110 9.3.7, 15.5.6
 */
export function createMethodAnswers(deps: Pick<Deps, 'policy' | 'log' | 'strikeOut'>, routes: () => readonly ServedRoute[]) {
  let book: readonly { readonly method: string; readonly path: RegExp; readonly names: number }[] | null = null
  const allowedAt = (path: string): string[] => {
    book ??= routes().map((route) => ({
      method: route.method,
      path: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
      names: route.path.split('/:').length,
    }))
    const matching = book.filter((route) => route.path.test(path))
    if (matching.length === 0) return []
    // `/api/jobs/coin` is a path of its own, and no job that is called so.
    const fewest = Math.min(...matching.map(({ names }) => names))
    const methods = new Set(matching.filter(({ names }) => names === fewest).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods, 'OPTIONS'].sort()
  }
  return (request: Request, error: unknown): Response | null => {
    if (error instanceof AppError || (error as { code?: unknown }).code !== 'NOT_FOUND') return null
    // A fragment is part of no path that a client should send, and the router takes none for ours.
    if (request.url.includes('#')) return null
    const allowed = allowedAt(new URL(request.url).pathname).join(', ')
    if (allowed === '') return null
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: allowed } })
    return problemResponse(deps, request, new AppError('method_not_allowed', { method: request.method, allowed }), {})
  }
}
