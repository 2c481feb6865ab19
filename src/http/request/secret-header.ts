import { Secret } from '../../lib/secret.ts'

/** The value of a header that carries a secret; null without one. */
export function secretHeader({ headers }: Request, name: string): Secret<string> | null {
  const value = headers.get(name)
  return value ? new Secret(value) : null
}

/** The key in `x-svc-api-key`; null without one. */
export const apiKeyOf = (request: Request): Secret<string> | null => secretHeader(request, 'x-svc-api-key')

/** The key in `x-svc-api-key`, or else the bearer token of `authorization`; null without either. @see RFC 6750 2.1 */
export function apiKeyOrBearerOf(request: Request): Secret<string> | null {
  const bearer = /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return apiKeyOf(request) ?? (bearer === undefined ? null : new Secret(bearer))
}
