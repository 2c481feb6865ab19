import type { RequestContext } from '../request/request-context.ts'

/** How a request came in. */
export interface Arrival {
  /** The connection uses TLS. */
  readonly tls: boolean
  /** As many large bodies as may wait for their turn do so already, in all or from this peer. */
  readonly crowded: boolean
}

/** Answers one request; `socketAddress` is the peer's. */
export type Handler = (request: Request, socketAddress: string, arrival?: Arrival) => Promise<Response>

/** Passes the request to the next layer. @throws what that throws */
export type Next = () => Response | Promise<Response>

/** A layer that every request passes on the way in, and its answer on the way out. */
export type Layer = (request: Request, context: RequestContext, next: Next) => Response | Promise<Response>

/** The innermost handler, behind the layers. @throws AppError of what the route refuses; any other error is unforeseen */
export type Router = (request: Request, context: RequestContext) => Response | Promise<Response>

/** The layers in order before the router. */
export const createPipeline = (router: Router, layers: readonly Layer[]): Router =>
  layers.reduceRight<Router>((below, layer) => (request, context) => layer(request, context, () => below(request, context)), router)

/** A handler that creates the context of each request and runs it through the pipeline. */
export const createHandler =
  (identify: (request: Request, socketAddress: string, arrival: Arrival) => RequestContext, pipeline: Router): Handler =>
  async (request, socketAddress, arrival = { tls: false, crowded: false }) =>
    pipeline(request, identify(request, socketAddress, arrival))
