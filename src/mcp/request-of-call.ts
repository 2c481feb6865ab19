import { AppError, type FieldError, invalidFields } from '../domain/errors.ts'
import { ORIGIN_HEADERS } from '../http/request/came-directly.ts'
import { IDEMPOTENCY_ARGUMENT, type Tool } from './describe-tool.ts'

/** Arguments as a client sent them. */
export type Arguments = Readonly<Record<string, unknown>>

/** What a call brings beside its arguments. */
export interface CallExtras {
  /** The request that the call came in. */
  readonly outer: Request
  /** `_meta["x402/payment"]`: a signed payment in the place of the key. */
  readonly payment: unknown
}

/**
 * The request of the tool's route that the arguments mean.
 * @throws AppError validation_invalid for an argument that it does not know, and for one of its path that is missing
 */
export function requestOfCall(tool: Tool, args: Arguments, { outer, payment }: CallExtras): Request {
  const { route, places } = tool
  const known = new Set(Object.keys(tool.listed.inputSchema.properties as object))
  const problems = [
    ...Object.keys(args).flatMap((name): FieldError[] => (known.has(name) ? [] : [{ path: pointerTo(name), message: NOT_A_FIELD }])),
    ...[...places.path].flatMap((name): FieldError[] => (isSegment(args[name]) ? [] : [{ path: pointerTo(name), message: NO_SEGMENT }])),
  ]
  if (problems.length > 0) throw invalidFields(problems)
  const headers = headersFrom(outer)
  const idempotencyKey = args[IDEMPOTENCY_ARGUMENT]
  if (idempotencyKey !== undefined) setHeader(headers, 'x-idempotency-key', idempotencyKey, IDEMPOTENCY_ARGUMENT)
  if (payment !== undefined) headers.set(...paymentHeader(payment))
  const url = new URL(`${route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(args[name] as string))}`, outer.url)
  for (const [name, value] of Object.entries(args)) if (places.query.has(name) && value !== null) url.searchParams.set(name, textOf(value))
  const { method } = route
  if (method === 'GET' || places.body.size === 0) return new Request(url, { method, headers })
  headers.set('content-type', 'application/json')
  const body = Object.fromEntries(Object.entries(args).filter(([name]) => places.body.has(name)))
  return new Request(url, { method, headers, body: JSON.stringify(body) })
}

const NOT_A_FIELD = 'is not a field of this request'
const NO_SEGMENT = 'is required, as a text of letters and digits'

const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Something that a path may have between two slashes and that stays there: dots alone would lead elsewhere. */
const isSegment = (value: unknown): boolean => typeof value === 'string' && /^(?!\.+$)[\w.-]{1,128}$/.test(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The key of the call, wherever it was sent, and what says where the call came from. */
function headersFrom(outer: Request): Headers {
  const headers = new Headers({ accept: 'application/json' })
  for (const name of ORIGIN_HEADERS) {
    const value = outer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const key = apiKeyOf(outer)
  if (key !== null) headers.set('x-svc-api-key', key)
  const idempotencyKey = outer.headers.get('x-idempotency-key')
  if (idempotencyKey !== null) headers.set('x-idempotency-key', idempotencyKey)
  return headers
}

/** The key that a call brings: in `x-svc-api-key`, or as a bearer token. */
export const apiKeyOf = ({ headers }: Request): string | null =>
  headers.get('x-svc-api-key') ?? /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null

function setHeader(headers: Headers, name: string, value: unknown, argument: string): void {
  if (typeof value !== 'string' || !/^[\x21-\x7e]*$/.test(value)) {
    throw new AppError(
      'idempotency_key_invalid',
      {},
      { fields: [{ path: pointerTo(argument), message: 'must be visible ASCII characters' }] },
    )
  }
  headers.set(name, value)
}

/** A payment as HTTP carries it: version 1 of the protocol has a header of its own. */
function paymentHeader(payment: unknown): [string, string] {
  const legacy = (payment as { readonly x402Version?: unknown } | null)?.x402Version === 1
  return [legacy ? 'x-payment' : 'payment-signature', Buffer.from(JSON.stringify(payment)).toString('base64')]
}
