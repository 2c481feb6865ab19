import type { RequestContext } from '../request/request-context.ts'

/** Answers one request; `socketAddress` is the peer's, and `tls` says that the connection uses TLS. */
export type Handler = (request: Request, socketAddress: string, tls?: boolean) => Promise<Response>

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
  (identify: (request: Request, socketAddress: string, tls: boolean) => RequestContext, pipeline: Router): Handler =>
  async (request, socketAddress, tls = false) =>
    pipeline(request, identify(request, socketAddress, tls))
