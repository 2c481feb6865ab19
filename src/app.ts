import { a2aRoutes } from './features/a2a/routes.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { autohireRoutes } from './features/autohire/routes.ts'
import { boardRoutes } from './features/board/routes.ts'
import { buybackRoutes } from './features/buyback/routes.ts'
import { coinRoutes } from './features/coins/routes.ts'
import { readRecordedCalls } from './features/discovery/read-recorded-calls.ts'
import { creditRoutes } from './features/credits/routes.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { dryRunRoutes } from './features/dry-run/routes.ts'
import { feeShareRoutes } from './features/fee-share/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { keyRoutes } from './features/keys/routes.ts'
import { kolRoutes } from './features/kols/routes.ts'
import { launchRoutes } from './features/launch/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { metricsRoutes } from './features/metrics/routes.ts'
import { oauthRoutes } from './features/oauth/routes.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { pageRoutes } from './features/pages/routes.ts'
import { paymentAdmission } from './features/payments/admit-payment.ts'
import { policiesRoutes } from './features/policies/routes.ts'
import { proofRoutes } from './features/proof/routes.ts'
import { referralRoutes } from './features/referrals/routes.ts'
import { remitRoutes } from './features/remits/routes.ts'
import { simulatedRoutes } from './features/simulated/routes.ts'
import { walletRoutes } from './features/wallets/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { wellKnownRoutes } from './features/well-known/routes.ts'
import { createHttpDeps, type HttpDeps, type IntakeLimits } from './http/http-deps.ts'
import { createRouter, routeThrough } from './http/elysia/router.ts'
import { answerProblems } from './http/pipeline/answer-failures.ts'
import { endCalls, followCalls, identifyRequest } from './http/pipeline/begin-and-end-calls.ts'
import { beforeRouting } from './http/pipeline/before-routing.ts'
import { answerCommonly } from './http/pipeline/common-headers.ts'
import { createHandler, createPipeline, type Handler, type Router } from './http/pipeline/pipeline.ts'
import { mcpRoutes } from './mcp/routes.ts'
import type { Deps } from './ports/deps.ts'

/** The whole server: one line per resource, and the layers that every request passes. */
export function createApp(deps: Deps, intake: IntakeLimits = {}): Handler {
  const http: HttpDeps = createHttpDeps(deps, { paymentAdmission, readRecordedCalls, built: () => ({ router, pipeline }) }, intake)
  const router = createRouter()
    .use(discoveryRoutes(http))
    .use(wellKnownRoutes(http))
    .use(a2aRoutes(http))
    .use(oauthRoutes(http))
    .use(healthRoutes(http))
    .use(metricsRoutes(http))
    .use(operatorRoutes(http))
    .use(keyRoutes(http))
    .use(dryRunRoutes(http))
    .use(approvalRoutes(http))
    .use(policiesRoutes(http))
    .use(creditRoutes(http))
    .use(launchRoutes(http))
    .use(feeShareRoutes(http))
    .use(coinRoutes(http))
    .use(jobRoutes(http))
    .use(boardRoutes(http))
    .use(liveRoutes(http))
    .use(proofRoutes(http))
    .use(remitRoutes(http))
    .use(walletRoutes(http))
    .use(buybackRoutes(http))
    .use(kolRoutes(http))
    .use(autohireRoutes(http))
    .use(referralRoutes(http))
    .use(webhookRoutes(http))
    .use(simulatedRoutes(http))
    .use(pageRoutes(http))
    .use(mcpRoutes(http, async () => (await import('./mcp/serve-mcp.ts')).serveMcp(http)))
  const pipeline: Router = createPipeline(routeThrough(router), [
    ...followCalls(deps),
    ...answerCommonly(deps),
    endCalls,
    answerProblems(deps),
    ...beforeRouting(deps, http.limiter, () => router.routes),
  ])
  return createHandler(identifyRequest(deps), pipeline)
}
