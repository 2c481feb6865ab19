import type { RequestContext } from '../request/request-context.ts'

/** Answers one request; `socketAddress` is the peer's, and `tls` says that its connection is one of TLS. */
export type Handler = (request: Request, socketAddress: string, tls?: boolean) => Promise<Response>

/** Passes the request on to the layers below. @throws what they throw */
export type Next = () => Response | Promise<Response>

/** One thing that every request passes on its way in, and its answer on the way out. */
export type Layer = (request: Request, context: RequestContext, next: Next) => Response | Promise<Response>

/** What stands behind the layers. @throws AppError, and anything unforeseen */
export type Router = (request: Request, context: RequestContext) => Response | Promise<Response>

/** A handler that makes a context of each request, and takes it through the layers in their order to the router. */
export function createPipeline(
  identify: (request: Request, socketAddress: string, tls: boolean) => RequestContext,
  layers: readonly Layer[],
  router: Router,
): Handler {
  const pass = layers.reduceRight<Router>(
    (below, layer) => (request, context) => layer(request, context, () => below(request, context)),
    router,
  )
  return async (request, socketAddress, tls = false) => pass(request, identify(request, socketAddress, tls))
}
