import { invalidFields } from '../domain/errors.ts'
import { jsonPointer } from './request/json-pointer.ts'
import type { RouteDescription } from './openapi/route-table.ts'

/** What a route is called with by a protocol that has no paths. */
export interface RouteInput {
  /** Members of path, query and body in one: each goes where the route has it. */
  readonly input: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** A path of these would be another path. */
const DOTS: ReadonlySet<string> = new Set(['.', '..'])

/**
 * The request that a client of HTTP would send for this input; what is left after path and query is the body. `origin` is an
 * address of the service.
 * @throws AppError validation_invalid for a value of path or query that is missing or no text, and for a member that nothing reads
 */
export function requestForRoute(origin: string, { method, path, query, body }: RouteDescription, { input, headers }: RouteInput): Request {
  const rest = new Map(Object.entries(input))
  const take = (name: string): string | null => {
    const value = rest.get(name)
    rest.delete(name)
    if (value === undefined || value === null) return null
    if (typeof value === 'object') throw invalidFields([{ path: jsonPointer([name]), message: 'must be a text, a number or a boolean' }])
    return String(value as string | number | boolean)
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => {
    const value = take(name) ?? ''
    if (value === '' || DOTS.has(value))
      throw invalidFields([{ path: jsonPointer([name]), message: value === '' ? 'is required' : 'is not valid' }])
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const name of Object.keys(query?.properties ?? {})) {
    const value = take(name)
    if (value !== null && value !== '') search.set(name, value)
  }
  if (body === null && rest.size > 0)
    throw invalidFields([...rest.keys()].map((name) => ({ path: jsonPointer([name]), message: 'is not a field of this request' })))
  return new Request(new URL(`${filled}${search.size === 0 ? '' : `?${search.toString()}`}`, origin), {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(Object.fromEntries(rest)),
  })
}
