import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Wallet } from '../../domain/brands.ts'
import { Enum, iso } from '../../domain/json.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { ListOf, pageQuery } from '../../http/answers/wire.ts'
import { keyGuard, openGuard } from '../../http/guards/guards.ts'
import { verifyWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { filledPage } from '../../http/pages/filled-page.ts'
import { requirePrivateAnswer } from '../../http/request/secure-transport.ts'
import { secretHeader } from '../../http/request/secret-header.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { createPresentReader } from '../dry-run/present-reader.ts'
import { listWaitingPlans } from './list-waiting-plans.ts'
import { approverOfToken, openApprovals, openingMessage } from './open-approvals.ts'
import { OpenedView } from './opened-view.ts'
import { PLANS_LISTED, WaitingPlans, waitingPlanView } from './waiting-plan-view.ts'

const WaitingQuery = Type.Object(
  {
    ...ListOf.query().properties,
    of: Type.Optional(
      Enum(PLANS_LISTED, {
        description: '`required`, the default: of keys that need an approval. `all`: every plan.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The plans that wait for an approver, for approvers and for the operator. */
export const approvalRoutes = (deps: HttpDeps, present = createPresentReader(deps)) =>
  new Elysia({ name: 'approvals', tags: ['dry-run'] })
    .use(openRoutes(deps))
    .use(approverRoutes(deps, present))
    .use(operatorRoutes(deps, present))
    .use(pageRoute(deps))

const answer = async (
  deps: HttpDeps,
  present: ReturnType<typeof createPresentReader>,
  { of = 'required', ...page }: Static<typeof WaitingQuery>,
  approver: Wallet | null,
) => {
  const { rows, nextCursor } = await listWaitingPlans(deps, pageQuery(page), { required: of === 'required', approver }, present)
  return {
    ok: true as const,
    plans: rows.map((plan) => waitingPlanView(plan, deps.policy)),
    nextCursor,
    serverTime: iso(deps.clock.nowMs()),
  }
}

const openRoutes = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'approve')).post(
    '/api/approvals/open',
    async ({ request, set }) => {
      requirePrivateAnswer(request)
      const wallet = await verifyWalletSignature(deps, request.headers, (signer, timestamp) =>
        openingMessage(serviceHost(deps.policy), signer, timestamp),
      )
      const { token, untilMs } = openApprovals(deps, wallet)
      set.headers['cache-control'] = 'no-store'
      return { ok: true as const, wallet, token: token.reveal(), expiresAt: iso(untilMs), serverTime: iso(deps.clock.nowMs()) }
    },
    {
      response: { 200: OpenedView },
      detail: {
        operationId: 'openApprovals',
        summary: 'Open the list of plans that wait for an approver, for 15 minutes',
        ...routeDocs({ walletSigns: 'svc-open-approvals:{host}:{wallet}:{timestamp}', refuses: ['approver_not_allowed'] }),
      },
    },
  )

const approverRoutes = (deps: HttpDeps, present: ReturnType<typeof createPresentReader>) =>
  new Elysia().use(openGuard(deps, 'dry-run-view')).get(
    '/api/approvals',
    async ({ request, query, set }) => {
      const approver = approverOfToken(deps, secretHeader(request, 'x-svc-approvals-token'))
      set.headers['cache-control'] = 'no-store'
      return answer(deps, present, query, approver)
    },
    {
      query: WaitingQuery,
      response: { 200: WaitingPlans },
      detail: {
        operationId: 'listApprovals',
        summary: 'Plans that wait for an approver and that this one may approve, newest first',
        ...routeDocs({
          headers: { 'x-svc-approvals-token': 'From POST /api/approvals/open.' },
          refuses: ['approvals_token_invalid'],
        }),
      },
    },
  )

const operatorRoutes = (deps: HttpDeps, present: ReturnType<typeof createPresentReader>) =>
  new Elysia().use(keyGuard(deps, 'keys', { who: 'operator' })).get(
    '/api/agent/approvals',
    async ({ query, set }) => {
      set.headers['cache-control'] = 'no-store'
      return answer(deps, present, query, null)
    },
    {
      query: WaitingQuery,
      response: { 200: WaitingPlans },
      detail: { operationId: 'listApprovalsAsOperator', summary: 'Every plan that waits for an approver, for the operator' },
    },
  )

/** The page of the list. It learns the service's time, which is signed, before it asks for anything. */
const pageRoute = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'pages'))
    .get('/approvals', () => filledPage(deps, 'approvals.html', { SERVER_TIME: iso(deps.clock.nowMs()), HOST: serviceHost(deps.policy) }), {
      detail: { hide: true },
    })
