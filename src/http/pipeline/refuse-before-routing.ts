import { AppError } from '../../domain/errors.ts'
import type { Layer } from './pipeline.ts'

/** One to 255 characters of a name, an IPv4 address or a bracketed IPv6 address, and a port. */
const HOST = /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Lets no request by but those that name a host. @throws AppError host_invalid */
export const requireHost: Layer = (request, _context, next) => {
  if (!namesHost(request)) throw new AppError('host_invalid')
  return next()
}

/**
 * True for a request that names a host as RFC 9110 7.2 wants it. Of any other no address can be made, and what routes it by and
 * what the log shows would be different texts.
 */
function namesHost({ url, headers }: Request): boolean {
  const host = headers.get('host')
  return /^https?:\/\//.test(url) && (host === null || HOST.test(host)) && URL.canParse(url)
}

/** Headers that open something for whoever reads them; a signed payment can be spent by the first who sends it. */
const SECRET_HEADERS = ['x-svc-api-key', 'x-launcher-key', 'authorization', 'payment-signature', 'x-payment'] as const

/**
 * Lets no request by that carries a secret where others can read it. Nothing of the secret is read.
 * @throws AppError insecure_transport
 */
export const refuseExposedSecrets: Layer = ({ headers }, { mayCarrySecrets }, next) => {
  if (!mayCarrySecrets && SECRET_HEADERS.some((name) => headers.has(name))) throw new AppError('insecure_transport')
  return next()
}
