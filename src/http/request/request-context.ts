import type { RateGroup } from '../../domain/limits.ts'
import type { CallPrice } from '../../domain/payments/payment-offer.ts'
import type { CachedAnswer } from './read-cache.ts'

/** What the server knows of a request beside its text. */
export interface RequestContext {
  readonly requestId: string
  /** Path and query. */
  readonly target: string
  /** The client's network address; see client-address.ts. */
  readonly address: string
  /** What limits count the client by; see client-address.ts. */
  readonly bucket: string
  /** The larger network that it counts for besides, with a larger limit; null where there is none. */
  readonly site: string | null
  /** What its answer says whatever it is; empty until they are known. */
  commonHeaders: Readonly<Record<string, string>>
  /** How it came; see secure-transport.ts. */
  readonly transport: 'https' | 'local' | 'plain'
  /** Nobody on the way reads what goes to and fro; see secure-transport.ts. */
  readonly mayCarrySecrets: boolean
  /** Who made it, once a guard knows; for the log. */
  keyId: string | null
  /** The code of the error it was answered with; for the log. */
  errorCode: string | null
  /** The pattern of its route and the group it is counted in, once a guard knows; for metrics and the read cache. */
  route: string | null
  rateGroup: RateGroup | null
  /** What a 402 offers: the price of this call; null where nothing is for sale. */
  price: CallPrice | null
  /** What was thrown behind the router, and the headers that were set by then; null while nothing was. */
  failure: { readonly error: unknown; readonly headers: Readonly<Record<string, string>> } | null
  /** Ends a paid call with its answer, and returns what is sent; null for a call that nobody pays. */
  finishPaidCall: ((response: Response) => Promise<Response>) | null
  /** Lets go of the memory that the body held until its answer was made; null when it held none. */
  releaseBody: (() => void) | null
  /** Keeps the answer for the next who asks the same; null where none is kept; see read-cache.ts. */
  keepAnswer: ((answer: Omit<CachedAnswer, 'route' | 'rateGroup'>) => void) | null
}

// Beside the requests and not handed in: the framework hands its hooks the standard object alone.
const contexts = new WeakMap<Request, RequestContext>()

/** Ties the context to the request, for guards to find. */
export const setRequestContext = (request: Request, context: RequestContext): void => void contexts.set(request, context)

/** The context of a request. @throws Error for a request that did not come through the pipeline */
export function requestContext(request: Request): RequestContext {
  const context = contexts.get(request)
  if (!context) throw new Error('request without context')
  return context
}
