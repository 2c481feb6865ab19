import { autohireRoutes } from './features/autohire/routes.ts'
import { boardRoutes } from './features/board/routes.ts'
import { buybackRoutes } from './features/buyback/routes.ts'
import { coinRoutes } from './features/coins/routes.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { dryRunRoutes } from './features/dry-run/routes.ts'
import { feeShareRoutes } from './features/fee-share/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { keyRoutes } from './features/keys/routes.ts'
import { kitRoutes } from './features/kit/routes.ts'
import { kolRoutes } from './features/kols/routes.ts'
import { launchRoutes } from './features/launch/routes.ts'
import { metricsRoutes } from './features/metrics/routes.ts'
import { paymentAdmission } from './features/payments/admit-payment.ts'
import { proofRoutes } from './features/proof/routes.ts'
import { referralRoutes } from './features/referrals/routes.ts'
import { remitRoutes } from './features/remits/routes.ts'
import { simulatedRoutes } from './features/simulated/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { createHttpDeps, type HttpDeps, type IntakeLimits } from './http/http-deps.ts'
import { createRouter, routeThrough } from './http/elysia/router.ts'
import { answerFromCache } from './http/pipeline/answer-from-cache.ts'
import { answerOtherMethods } from './http/pipeline/answer-other-methods.ts'
import { answerProblems } from './http/pipeline/answer-problems.ts'
import { answerPreflights, closeWhenStopping, setCommonHeaders } from './http/pipeline/common-headers.ts'
import { finishPaidCalls, releaseBodies } from './http/pipeline/end-calls.ts'
import { identifyRequest } from './http/pipeline/identify-request.ts'
import { logRequests } from './http/pipeline/log-requests.ts'
import { createPipeline, type Handler } from './http/pipeline/pipeline.ts'
import { refuseExposedSecrets, requireHost } from './http/pipeline/refuse-before-routing.ts'
import { pageRoutes } from './http/pages/pages.ts'
import type { Deps } from './ports/deps.ts'

/** The whole server: what every request passes, then one line for each resource. */
export function createApp(deps: Deps, intake: IntakeLimits = {}): Handler {
  const http: HttpDeps = createHttpDeps(deps, { admitPayment: paymentAdmission(deps), routes: () => router.routes }, intake)
  const router = createRouter()
    .use(discoveryRoutes(http))
    .use(healthRoutes(http))
    .use(metricsRoutes(http))
    .use(keyRoutes(http))
    .use(dryRunRoutes(http))
    .use(launchRoutes(http))
    .use(feeShareRoutes(http))
    .use(coinRoutes(http))
    .use(kitRoutes(http))
    .use(jobRoutes(http))
    .use(boardRoutes(http))
    .use(proofRoutes(http))
    .use(remitRoutes(http))
    .use(buybackRoutes(http))
    .use(kolRoutes(http))
    .use(autohireRoutes(http))
    .use(referralRoutes(http))
    .use(webhookRoutes(http))
    .use(simulatedRoutes(http))
    .use(pageRoutes(http))
  return createPipeline(
    identifyRequest(deps),
    [
      logRequests(deps),
      closeWhenStopping(deps),
      setCommonHeaders(deps),
      answerPreflights(deps),
      releaseBodies,
      finishPaidCalls,
      answerProblems(deps),
      requireHost,
      refuseExposedSecrets,
      answerFromCache(deps, http.limiter),
      answerOtherMethods(() => router.routes),
    ],
    routeThrough(router),
  )
}
