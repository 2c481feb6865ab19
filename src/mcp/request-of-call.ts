import { apiKeyOrBearerOf } from '../http/request/secret-header.ts'
import { AppError } from '../domain/errors.ts'
import { requestForRoute } from '../http/request-for-route.ts'
import { ORIGIN_HEADERS } from '../http/request/came-directly.ts'
import { IDEMPOTENCY_ARGUMENT, type Tool } from './describe-tool.ts'

/** By these a prepaid balance pays for the call: its session key signs the message that the call came in. */
const SESSION_HEADERS = ['x-svc-wallet', 'x-svc-timestamp', 'x-svc-signature']

/** Arguments as a client sent them. */
export type Arguments = Readonly<Record<string, unknown>>

/** What a call brings beside its arguments. */
export interface CallExtras {
  /** The request that the call came in. */
  readonly outer: Request
  /** `_meta["x402/payment"]`: a signed payment in the place of the key. */
  readonly payment: unknown
}

/** The request of the tool's route that the arguments mean. */
export function requestOfCall({ route }: Tool, args: Arguments, { outer, payment }: CallExtras): Request {
  const headers = headersFrom(outer)
  if (payment !== undefined && payment !== null && payment !== '') headers.set(...paymentHeader(payment))
  if (!route.guard.idempotent) return requestForRoute(outer.url, route, { input: args, headers: Object.fromEntries(headers) })
  const { [IDEMPOTENCY_ARGUMENT]: idempotencyKey, ...input } = args
  if (idempotencyKey !== undefined && idempotencyKey !== null) setHeader(headers, 'x-idempotency-key', idempotencyKey, IDEMPOTENCY_ARGUMENT)
  return requestForRoute(outer.url, route, { input, headers: Object.fromEntries(headers) })
}

/** The key of the call, wherever it was sent, and what says where the call came from. */
function headersFrom(outer: Request): Headers {
  const headers = new Headers({ accept: 'application/json' })
  for (const name of ORIGIN_HEADERS) {
    const value = outer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  for (const name of SESSION_HEADERS) {
    const value = outer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const key = apiKeyOrBearerOf(outer)
  if (key !== null) headers.set('x-svc-api-key', key.reveal())
  const idempotencyKey = outer.headers.get('x-idempotency-key')
  if (idempotencyKey !== null) headers.set('x-idempotency-key', idempotencyKey)
  return headers
}

function setHeader(headers: Headers, name: string, value: unknown, argument: string): void {
  if (typeof value !== 'string' || !/^[\x21-\x7e]*$/.test(value)) {
    throw new AppError('idempotency_key_invalid', {}, { fields: [{ path: `/${argument}`, message: 'must be visible ASCII characters' }] })
  }
  headers.set(name, value)
}

/** A payment as HTTP carries it: version 1 of the protocol has a header of its own. */
function paymentHeader(payment: unknown): [string, string] {
  const legacy = (payment as { readonly x402Version?: unknown } | null)?.x402Version === 1
  return [legacy ? 'x-payment' : 'payment-signature', Buffer.from(JSON.stringify(payment)).toString('base64')]
}
