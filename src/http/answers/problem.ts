import { WAIT_SEC } from '../../domain/limits/retry-after-sec.ts'
import { FieldError } from '../../domain/errors/field-error.ts'
import { ErrorCodeName } from '../../domain/error-code-name.ts'
import { type Static, Type } from '@sinclair/typebox'
import { BOUNDS } from '../../domain/keys/key-bounds.ts'
import type { ErrorKind } from '../../domain/errors/error-entries.ts'
import { AppError, type ErrorCode } from '../../domain/errors.ts'
import {
  type CallPrice,
  legacyRequirementsOf,
  PayerLimits,
  PaymentOption,
  paymentRequiredHeader,
} from '../../domain/payments/payment-requirements.ts'
import type { Deps } from '../../ports/deps.ts'
import { StorageFault } from '../../ports/storage/storage-fault.ts'
import { rateHeaders } from '../request/rate-limit.ts'
import { requestContext } from '../request/request-context.ts'

/** The only place where a failure gets its status. A kind without one does not compile. */
const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  refused: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method: 405,
  conflict: 409,
  timeout: 408,
  too_large: 413,
  media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
}

/** The title of each kind of failure. */
export const TITLE: Record<ErrorKind, string> = {
  invalid: 'The request is not valid',
  refused: 'The chain or launchpad refused it',
  unauthenticated: 'Not authenticated',
  payment_required: 'Payment required',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  method: 'Method not allowed',
  conflict: 'Conflict',
  timeout: 'Request timeout',
  too_large: 'Too large',
  media_type: 'Unsupported encoding',
  rate_limited: 'Too many requests',
  internal: 'Internal error',
  unavailable: 'Temporarily unavailable',
}

/** Default seconds of `retry-after`, where the error gives none. */
const RETRY_AFTER_SEC: Partial<Record<ErrorKind, number>> = { unavailable: 5, conflict: 2, rate_limited: 60 }

/** Conflicts that end by themselves; retrying the others cannot help. */
const PASSING_CONFLICTS: ReadonlySet<ErrorCode> = new Set(['idempotency_in_progress', 'wire_fees_in_progress', 'payment_in_progress'])

/** The status of a kind of failure, for documents. */
export const statusOf = (kind: ErrorKind): number => STATUS[kind]

/** Answers a failure as `application/problem+json`, and logs what the answer omits. */
export function problemResponse(
  { policy, log, redact }: Pick<Deps, 'policy' | 'log' | 'redact'>,
  request: Request,
  thrown: unknown,
  headers: Record<string, string>,
): Response {
  const context = requestContext(request)
  const error = toAppError(thrown)
  context.errorCode = error.code
  const status = STATUS[error.kind]
  if (error.kind === 'internal') log.error('request failed', { requestId: context.requestId, error: thrown })
  else if (error.cause !== undefined) log.warn('request refused', { requestId: context.requestId, code: error.code, error })

  const retrySec = retrySecOf(error)
  const retries = retrySec !== undefined && (error.kind !== 'conflict' || PASSING_CONFLICTS.has(error.code))
  const offer = error.kind === 'payment_required' && context.price ? requirementsIn402(context.price, error.message) : null
  return new Response(redact(JSON.stringify({ ...problemBody(policy, error, context.requestId), ...offer?.members })), {
    status,
    headers: {
      ...headers,
      ...(error.kind === 'rate_limited' && 'limit' in error.context
        ? rateHeaders({ limit: error.context.limit, remaining: 0, resetSec: error.context.retryAfterSec })
        : {}),
      ...offer?.headers,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(error.kind === 'media_type' ? { 'accept-encoding': 'identity' } : {}),
      ...(error.code === 'method_not_allowed' ? { allow: error.context.allowed } : {}),
      ...(retries ? { 'retry-after': String(retrySec) } : {}),
    },
  })
}

/** Additions of a 402: version 2 of x402 reads the first header, version 1 the body, and Machine Payments the second header. */
const requirementsIn402 = (price: CallPrice, error: string) => ({
  headers: { 'payment-required': paymentRequiredHeader(price, error), 'www-authenticate': price.challenge },
  members: {
    x402Version: 1,
    accepts: [legacyRequirementsOf(price)],
    limits: price.limits,
    ...(price.credits === null ? {} : { credits: price.credits }),
  } satisfies Pick<Problem, 'x402Version' | 'accepts' | 'limits' | 'credits'>,
})

const retrySecOf = ({ kind, context }: AppError): number | undefined =>
  'retryAfterSec' in context ? context.retryAfterSec : RETRY_AFTER_SEC[kind]

/** Schema of a failure's body. @see RFC 9457 */
export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'Address of a page about this code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What was wrong, with its values.' }),
    code: ErrorCodeName,
    requestId: Type.String(),
    ok: Type.Literal(false),
    error: Type.String({ description: 'The same as detail.' }),
    fix: Type.String({ description: 'What to do next.' }),
    errors: Type.Optional(Type.Array(FieldError, { description: 'Each broken field.' })),
    retryAfterSec: Type.Optional(Type.Integer({ description: 'As the retry-after header says.' })),
    x402Version: Type.Optional(Type.Literal(1)),
    accepts: Type.Optional(Type.Array(PaymentOption, { description: 'Of a 402: ways to pay for this call, amounts in atomic units.' })),
    limits: Type.Optional(PayerLimits),
    credits: Type.Optional(Type.String({ description: 'Of a 402: where one payment buys many calls.' })),
    bound: Type.Optional(Type.String({ description: `Of key_not_allowed: ${BOUNDS.join(', ')}.` })),
    launchId: Type.Optional(Type.String()),
    mint: Type.Optional(Type.String()),
  },
  { title: 'Problem' },
)

/** A body of the schema. */
export type Problem = Static<typeof Problem>

/** The body of the answer to this failure. */
export const problemBody = ({ baseUrl }: Pick<Deps['policy'], 'baseUrl'>, error: AppError, requestId: string): Problem => ({
  type: `${baseUrl}/errors/${error.code}`,
  title: TITLE[error.kind],
  status: STATUS[error.kind],
  detail: error.message,
  code: error.code,
  requestId,
  ok: false,
  error: error.message,
  fix: error.fix,
  ...(error.fields.length > 0 ? { errors: [...error.fields] } : {}),
  ...retryMember(error),
  ...publicContext(error),
})

/** The time from which a rate-limited call may be repeated. */
function retryMember(error: AppError): Pick<Problem, 'retryAfterSec'> {
  const retryAfterSec = retrySecOf(error)
  return error.kind === 'rate_limited' && retryAfterSec !== undefined ? { retryAfterSec } : {}
}

/** Values that clients act on, as members beside the sentence that contains them. */
const publicContext = (error: AppError) => {
  if (error.code === 'key_not_allowed') return { bound: error.context.bound }
  return error.code === 'launch_unresolved' ? error.context : {}
}

/** What was thrown as an error of the catalogue: one that is none of them is internal. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof StorageFault) return storageError(thrown)
  return new AppError('internal_error', {}, { cause: thrown })
}

/** A full disk needs an operator, and takes longer. */
const storageError = (fault: StorageFault): AppError =>
  fault.code === 'storage_full'
    ? new AppError('storage_full', { reason: 'its disk is full', retryAfterSec: WAIT_SEC.storageFull }, { cause: fault })
    : new AppError('storage_unavailable', { retryAfterSec: WAIT_SEC.storageUnavailable }, { cause: fault })
