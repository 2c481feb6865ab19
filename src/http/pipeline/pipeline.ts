import type { RequestContext } from '../request/request-context.ts'

/** How a request came in. */
export interface Arrival {
  /** The connection uses TLS. */
  readonly tls: boolean
  /** As many large bodies as may wait for their turn do so already, in all or from this peer. */
  readonly crowded: boolean
}

/** Answers one request; `socketAddress` is the peer's. */
export type Handler = (request: Request, socketAddress: string, arrival?: Arrival) => Response | Promise<Response>

/** Passes the request to the next layer. @throws what that throws */
export type Next = () => Response | Promise<Response>

/**
 * A layer that every request passes on the way in, and its answer on the way out. It waits for nothing that is there already: the runtime
 * sends an answer of the same turn with much less work than one that comes later.
 */
export type Layer = (request: Request, context: RequestContext, next: Next) => Response | Promise<Response>

/** What `end` makes of the answer, at once where that is there. */
export const whenAnswered = (answer: Response | Promise<Response>, end: (response: Response) => Response): Response | Promise<Response> =>
  answer instanceof Promise ? answer.then(end) : end(answer)

/** The innermost handler, behind the layers. @throws AppError of what the route refuses; any other error is unforeseen */
export type Router = (request: Request, context: RequestContext) => Response | Promise<Response>

/** The layers in order before the router. */
export const createPipeline = (router: Router, layers: readonly Layer[]): Router =>
  layers.reduceRight<Router>((below, layer) => (request, context) => layer(request, context, () => below(request, context)), router)

/** A handler that creates the context of each request and runs it through the pipeline. */
export const createHandler =
  (identify: (request: Request, socketAddress: string, arrival: Arrival) => RequestContext, pipeline: Router): Handler =>
  (request, socketAddress, arrival = { tls: false, crowded: false }) =>
    pipeline(request, identify(request, socketAddress, arrival))
