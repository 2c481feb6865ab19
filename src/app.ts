import { a2aRoutes } from './features/a2a/routes.ts'
import { agentRoutes } from './features/agents/routes.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { autohireRoutes } from './features/autohire/routes.ts'
import { boardRoutes } from './features/board/routes.ts'
import { buybackRoutes } from './features/buyback/routes.ts'
import { coinRoutes } from './features/coins/routes.ts'
import { consentRoutes } from './features/consents/routes.ts'
import { crankRoutes } from './features/crank/routes.ts'
import { creditRoutes } from './features/credits/routes.ts'
import { readRecordedCalls } from './features/discovery/read-recorded-calls.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { dryRunRoutes } from './features/dry-run/routes.ts'
import { errorRoutes } from './features/errors/routes.ts'
import { feedRoutes } from './features/feed/routes.ts'
import { findRoutes } from './features/find/routes.ts'
import { healthzRoutes } from './features/healthz/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { keyRoutes } from './features/keys/routes.ts'
import { kolRoutes } from './features/kols/routes.ts'
import { launchRoutes } from './features/launch/routes.ts'
import { leaderboardRoutes } from './features/leaderboard/routes.ts'
import { ledgerRoutes } from './features/ledger/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { lockHolderKolRoutes } from './features/lock-holder-kol/routes.ts'
import { metricsRoutes } from './features/metrics/routes.ts'
import { oauthRoutes } from './features/oauth/routes.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { pageRoutes } from './features/pages/routes.ts'
import { paymentAdmission } from './features/payments/admit-payment.ts'
import { platformRoutes } from './features/platforms/routes.ts'
import { policiesRoutes } from './features/policies/routes.ts'
import { proofRoutes } from './features/proof/routes.ts'
import { readyzRoutes } from './features/readyz/routes.ts'
import { receiptRoutes } from './features/receipt/routes.ts'
import { referralRoutes } from './features/referrals/routes.ts'
import { remitRoutes } from './features/remits/routes.ts'
import { simulatedRoutes } from './features/simulated/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { walletRoutes } from './features/wallets/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { wellKnownRoutes } from './features/well-known/routes.ts'
import { wireFeesRoutes } from './features/wire-fees/routes.ts'
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
  const router = withResources(http)
  const outer = [...followCalls(deps), ...answerCommonly(deps), endCalls, answerProblems(deps)]
  const pipeline: Router = createPipeline(routeThrough(router), [...outer, ...beforeRouting(deps, http.limiter, () => router.routes)])
  return createHandler(identifyRequest(deps), pipeline)
}

const withResources = (http: HttpDeps) =>
  createRouter()
    .use(discoveryRoutes(http))
    .use(platformRoutes(http))
    .use(errorRoutes(http))
    .use(wellKnownRoutes(http))
    .use(a2aRoutes(http))
    .use(oauthRoutes(http))
    .use(healthzRoutes(http))
    .use(readyzRoutes(http))
    .use(metricsRoutes(http))
    .use(operatorRoutes(http))
    .use(auditRoutes(http))
    .use(ledgerRoutes(http))
    .use(keyRoutes(http))
    .use(dryRunRoutes(http))
    .use(approvalRoutes(http))
    .use(policiesRoutes(http))
    .use(creditRoutes(http))
    .use(launchRoutes(http))
    .use(statusRoutes(http))
    .use(wireFeesRoutes(http))
    .use(lockHolderKolRoutes(http))
    .use(crankRoutes(http))
    .use(coinRoutes(http))
    .use(jobRoutes(http))
    .use(boardRoutes(http))
    .use(feedRoutes(http))
    .use(liveRoutes(http))
    .use(proofRoutes(http))
    .use(remitRoutes(http))
    .use(receiptRoutes(http))
    .use(walletRoutes(http))
    .use(leaderboardRoutes(http))
    .use(agentRoutes(http))
    .use(buybackRoutes(http))
    .use(kolRoutes(http))
    .use(findRoutes(http))
    .use(consentRoutes(http))
    .use(autohireRoutes(http))
    .use(referralRoutes(http))
    .use(webhookRoutes(http))
    .use(simulatedRoutes(http))
    .use(pageRoutes(http))
    .use(mcpRoutes(http, async () => (await import('./mcp/serve-mcp.ts')).serveMcp(http)))
