import type { TSchema } from '@sinclair/typebox'
import type { Deps } from '../ports/deps.ts'
import type { AdmitPayment } from '../ports/payments.ts'
import { createBodySchemas, createRouteTable, type RouteDescription, type ServedRoute } from './openapi/route-table.ts'
import { createSoldRoutes, type SoldRoutes } from './openapi/sold-routes.ts'
import type { Recorded } from './openapi/write-openapi.ts'
import { contextWithin } from './pipeline/begin-and-end-calls.ts'
import type { Router } from './pipeline/pipeline.ts'
import { createBodyMemory } from './request/body/body-memory.ts'
import { createRateLimiter, type RateLimiter } from './request/rate-limit.ts'
import { type BodyReader, createBodyReader } from './request/body/read-body.ts'

/** What routes and their guards need beside the features' dependencies. */
export type HttpDeps = Deps & {
  readonly limiter: RateLimiter
  /** Null where no payments are taken. */
  readonly admitPayment: AdmitPayment | null
  readonly bodies: BodyReader
  /** Every route of the app, for the documents; called after the app is built. */
  readonly routes: () => readonly RouteDescription[]
  /** The schema of the body of a route by its method and pattern; called after the app is built. */
  readonly bodySchemaOf: (method: string, pattern: string | null) => TSchema | null
  /** True of a path pattern that the app has, documented or not; called after the app is built. */
  readonly serves: (path: string) => boolean
  /** The routes that are sold, with what catalogues tell of them; called after the app is built. */
  readonly soldRoutes: () => Promise<SoldRoutes>
  /** The answer to a request that the service makes itself for the client of the outer one. */
  readonly callRoute: (inner: Request, outer: Request) => Promise<Response>
}

/** Limits on reading request bodies; the defaults when not given. */
export interface IntakeLimits {
  readonly bodiesBytesMax?: number
  readonly bodyTimeoutMs?: number
  /** Calls with a body that may begin their work in one turn of the event loop, and the milliseconds of it in which they may. */
  readonly inTurn?: { readonly most: number; readonly workMs: number }
}

/** What features provide to http, and the complete router, which is read after the app is built. */
interface AppParts {
  readonly paymentAdmission: (deps: Deps) => AdmitPayment | null
  /** Recorded examples of calls. */
  readonly readRecordedCalls: (policy: Deps['policy']) => Promise<Recorded['calls']>
  readonly built: () => { readonly router: { readonly routes: readonly ServedRoute[] }; readonly pipeline: Router }
}

/** The dependencies of all routes, with one rate limiter and one body memory shared by every route. */
export function createHttpDeps(deps: Deps, { paymentAdmission, readRecordedCalls, built }: AppParts, intake: IntakeLimits): HttpDeps {
  const routes = createRouteTable(() => built().router.routes, { simulated: deps.simulation !== null })
  return {
    ...deps,
    limiter: createRateLimiter(deps),
    admitPayment: paymentAdmission(deps),
    bodies: createBodyReader({
      timers: deps.timers,
      memory: createBodyMemory({ bytesMax: intake.bodiesBytesMax }),
      timeoutMs: intake.bodyTimeoutMs,
      inTurn: intake.inTurn,
    }),
    routes,
    bodySchemaOf: createBodySchemas(() => built().router.routes),
    soldRoutes: createSoldRoutes(routes, () => readRecordedCalls(deps.policy)),
    serves: (path) => built().router.routes.some((route) => route.path === path),
    callRoute: async (inner, outer) => built().pipeline(inner, contextWithin(deps, inner, outer)),
  }
}
