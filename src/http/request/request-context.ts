import type { TSchema } from '@sinclair/typebox'
import type { ErrorCode } from '../../domain/errors.ts'
import type { RateGroup } from '../../domain/limits/rates.ts'
import type { SentCall } from '../../domain/payments/credit.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import type { CallPrice } from '../../domain/payments/payment-requirements.ts'
import type { CachedAnswer } from './read-cache.ts'

/** What the server knows of a request beside its text. */
export interface RequestContext {
  readonly requestId: string
  /** Path and query. */
  readonly target: string
  /** The client's network address; see client-address.ts. */
  readonly address: string
  /** The limit key of the client; see client-address.ts. */
  readonly bucket: string
  /** The limit key of its larger network, with a larger limit; null where there is none. */
  readonly site: string | null
  /** Headers of its answer whatever that is; empty until they are known. */
  commonHeaders: Readonly<Record<string, string>>
  /** Its transport; see secure-transport.ts. */
  readonly transport: 'https' | 'local' | 'plain'
  /** The transport is encrypted or local; see secure-transport.ts. */
  readonly mayCarrySecrets: boolean
  /** Its body is large and would have to wait for its turn; see listen.ts. */
  readonly crowded: boolean
  /** The caller, once a guard knows; for the log. */
  keyId: string | null
  /** The error code of its answer; for the log. */
  errorCode: ErrorCode | null
  /** The pattern of its route and its rate group, once a guard knows; for metrics and the read cache. */
  route: string | null
  rateGroup: RateGroup | null
  /** The offer of a 402: the price of this call; null where nothing is sold. */
  price: CallPrice | null
  /** The error thrown behind the router, and the headers set by then; null without one. */
  failure: { readonly error: unknown; readonly headers: Readonly<Record<string, string>> } | null
  /** Ends a paid call with its answer, and returns the answer to send; null for a call without a payment. */
  finishPaidCall: ((response: Response) => Promise<Response>) | null
  /** The hash of the body's bytes, of a request with a signature once it is read; null before, and without a body. */
  bodySha256: string | null
  /** The request that its client sent and signed, where the service made this one for it; null where it is that itself. */
  readonly within: SentCall | null
  /** The body as its route's schema is asked about it; null before it is read, and where there is none of either. */
  checkedBody: { readonly schema: TSchema; readonly value: unknown } | null
  /** Releases the memory reserved for the body; null without one. */
  releaseBody: (() => void) | null
  /** Caches the answer for equal requests; null where it is not cached; see read-cache.ts. */
  keepAnswer: ((answer: Omit<CachedAnswer, 'route' | 'rateGroup'>) => void) | null
}

/** A member of the request itself, since the framework passes only the standard Request to its hooks. */
const CONTEXT = Symbol('context')

type WithContext = Request & { [CONTEXT]?: RequestContext }

/** Binds the context to the request, so that guards find it. */
export const setRequestContext = (request: Request, context: RequestContext): void => void ((request as WithContext)[CONTEXT] = context)

/** The context of a request. @throws Error for a request that did not come through the pipeline */
export function requestContext(request: Request): RequestContext {
  const context = (request as WithContext)[CONTEXT]
  if (!context) throw new Error('request without context')
  return context
}

const NO_BODY_SHA256 = sha256Hex('')

/** The request as its client sent it, once its body was read. */
export function sentCallOf(request: Request): SentCall {
  const { within, target, bodySha256 } = requestContext(request)
  return within ?? { method: request.method, target, bodySha256: bodySha256 ?? NO_BODY_SHA256 }
}
