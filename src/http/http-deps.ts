import type { Deps } from '../ports/deps.ts'
import type { AdmitPayment } from '../ports/payments.ts'
import { createRouteTable, type RouteDescription, type ServedRoute } from './openapi/route-table.ts'
import { createBodyMemory } from './request/body-memory.ts'
import { createRateLimiter, type RateLimiter } from './request/rate-limit.ts'
import { type BodyReader, createBodyReader } from './request/read-body.ts'

/** What routes and their guards need beside the features' dependencies. */
export type HttpDeps = Deps & {
  readonly limiter: RateLimiter
  /** Null where no payments are taken. */
  readonly admitPayment: AdmitPayment | null
  readonly bodies: BodyReader
  /** Every route of the app, for the documents; asked for when the app is whole. */
  readonly routes: () => readonly RouteDescription[]
}

/** How much of the bodies of requests is taken in, and how long one is waited for; the service's own when not given. */
export interface IntakeLimits {
  readonly bodiesBytesMax?: number
  readonly bodyDeadlineMs?: number
}

/** What the features hand to http, and what is read of the whole router when it stands. */
interface Served {
  readonly admitPayment: AdmitPayment | null
  readonly routes: () => readonly ServedRoute[]
}

/** The dependencies of all routes: one count of rates and one memory for bodies, whichever route is called. */
export const createHttpDeps = (deps: Deps, { admitPayment, routes }: Served, intake: IntakeLimits): HttpDeps => ({
  ...deps,
  limiter: createRateLimiter(deps),
  admitPayment,
  bodies: createBodyReader({ memory: createBodyMemory({ bytesMax: intake.bodiesBytesMax }), deadlineMs: intake.bodyDeadlineMs }),
  routes: createRouteTable(routes, { simulated: deps.simulation !== null }),
})
