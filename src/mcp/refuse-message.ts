import { AppError } from '../domain/errors.ts'
import type { Policy } from '../ports/policy.ts'
import { findSecret } from './find-secret.ts'
import { isOwnHost } from '../http/request/is-own-host.ts'
import { isSecretName, secretRefused } from '../http/request/refuse-secrets.ts'

/**
 * Returns for a request that names this service, or this machine, as its host and, where a page sends it, as the page's origin: a
 * page of somebody else's cannot have a browser speak for it.
 */
export function checkOrigin(policy: Pick<Policy, 'baseUrl'>, { headers, url }: Request): void {
  const check = (header: 'Host' | 'Origin', address: string) => {
    if (!isOwnHost(policy, address)) throw new AppError('origin_not_allowed', { header, own: new URL(policy.baseUrl).hostname })
  }
  check('Host', `http://${headers.get('host') ?? new URL(url).host}`)
  const origin = headers.get('origin')
  if (origin !== null && origin !== '') check('Origin', origin)
}

/** @throws AppError secret_in_body for a header that carries a launcher secret */
export function refuseSecretHeaders({ headers }: Request): void {
  for (const name of headers.keys()) if (isSecretName(name)) throw secretRefused(`/headers/${name}`)
}

/** A message that may be handled: without its arguments, and with what is refused, where a secret stands in them. */
export interface CheckedMessage {
  readonly message: Readonly<Record<string, unknown>>
  readonly refused: AppError | null
}

/**
 * The message with no secret in it. One in the arguments of a tool is refused as the tool's own answer, for the model to see.
 * @throws AppError secret_in_body for one that stands elsewhere
 */
export function checkMessage(message: Readonly<Record<string, unknown>>): CheckedMessage {
  const path = findSecret(message)
  if (path === null) return { message, refused: null }
  const within = '/params/arguments'
  if (message.method !== 'tools/call' || !path.startsWith(`${within}/`)) throw secretRefused(path)
  const { arguments: _, ...params } = message.params as Record<string, unknown>
  if (findSecret(params) !== null) throw secretRefused(path)
  return { message: { ...message, params: { ...params, arguments: {} } }, refused: secretRefused(path.slice(within.length)) }
}
