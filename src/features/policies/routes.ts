import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { iso } from '../../domain/json.ts'
import { PolicyClauses } from '../../domain/policy/policy-clauses.ts'
import { policyMessage, policyText, revocationMessage } from '../../domain/policy/spending-policy.ts'
import { typedPolicy, typedRevocation } from '../../domain/policy/typed-policy.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { filledPage } from '../../http/pages/filled-page.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { keyGuard, openGuard } from '../../http/guards/guards.ts'
import { refuseOtherCredentials } from '../../http/guards/refuse-other-credentials.ts'
import { proveTypedSignature } from '../../http/guards/prove-typed-signature.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { walletActor } from '../../http/request/actor-of.ts'
import { secretHeader } from '../../http/request/secret-header.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { Lookup } from '../../domain/text/text.ts'
import { approverOfToken } from '../approvals/open-approvals.ts'
import { policyOfClauses } from './policy-of-clauses.ts'
import { PoliciesView, PolicyAnswerView, PolicyLaunchesView, policyLaunchView, PolicyTextView, policyView } from './policy-view.ts'
import { listPolicies, listPolicyLaunches, readPolicy, type ReadPolicy, withSpending } from './read-policies.ts'
import { revokePolicy } from './revoke-policy.ts'
import { signPolicy } from './sign-policy.ts'
import { policyTextView } from './policy-text-view.ts'

const HASH_HEX = 64
const hashParam = Type.Object({ hash: Lookup({ maxLength: HASH_HEX }) })
const PoliciesQuery = ListOf.query()

/** What humans allow keys to launch without an approval of each plan: signed once, and revoked, by approvers. */
export const policiesRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'policies', tags: ['dry-run'] })
    .use(textRoutes(deps))
    .use(signRoutes(deps))
    .use(keyRoutes(deps))
    .use(approverRoutes(deps))
    .use(pageRoute(deps))

const textRoutes = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'dry-run-view')).post('/api/policies/text', ({ body }) => policyTextView(deps, body), {
    body: PolicyClauses,
    response: { 200: PolicyTextView },
    detail: {
      operationId: 'readPolicyText',
      summary: 'The text of a spending policy, and who signed it so far',
      ...routeDocs({ refuses: ['policy_invalid'] }),
    },
  })

const signRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'approve'))
    .post(
      '/api/policies',
      async ({ request, query, body }) => {
        refuseOtherCredentials(request.headers, query)
        const policy = policyOfClauses(deps, body)
        const text = policyText(policy)
        const { wallet, proof } = await proveTypedSignature(deps, request.headers, {
          text: (_wallet, at) => policyMessage(text, at),
          typed: (at) => typedPolicy(text, at)!,
        })
        const signed = await signPolicy(deps, walletActor(request), { policy, approver: wallet, proof })
        return { ok: true as const, policy: shown(deps, await withSpending(deps, signed)) }
      },
      {
        body: PolicyClauses,
        response: { 200: PolicyAnswerView },
        detail: {
          operationId: 'signPolicy',
          summary: 'Sign a spending policy as an approver; another approver sends the same clauses',
          ...routeDocs({
            walletSigns: '{text}\\nsigned at: {timestamp}',
            refuses: [
              'approve_with_key_not_allowed',
              'policy_invalid',
              'approver_not_allowed',
              'key_not_found',
              'policy_revoked',
              'policies_exceeded',
            ],
          }),
        },
      },
    )
    .delete(
      '/api/policies/:hash',
      async ({ request, query, params }) => {
        const { hash } = params
        refuseOtherCredentials(request.headers, query)
        const { wallet: approver } = await proveTypedSignature(deps, request.headers, {
          text: (_wallet, at) => revocationMessage(hash, at),
          typed: (at) => typedRevocation(serviceHost(deps.policy), hash, at),
        })
        const ended = await revokePolicy(deps, walletActor(request), { hash, approver })
        return { ok: true as const, policy: shown(deps, await withSpending(deps, ended)) }
      },
      {
        params: hashParam,
        response: { 200: PolicyAnswerView },
        detail: {
          operationId: 'revokePolicy',
          summary: 'Revoke a spending policy as an approver: no later launch is inside it',
          ...routeDocs({
            walletSigns: 'svc-revoke-policy:{hash}:{timestamp}',
            refuses: ['approve_with_key_not_allowed', 'approver_not_allowed', 'policy_not_found'],
          }),
        },
      },
    )

const keyRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(keyGuard(deps, 'launches'))
    .get(
      '/api/policies',
      async ({ caller, query, set }) => {
        set.headers['cache-control'] = 'no-store'
        return answer(deps, query, caller.operator ? null : caller.keyId)
      },
      {
        query: PoliciesQuery,
        response: { 200: PoliciesView },
        detail: { operationId: 'listPolicies', summary: 'Spending policies of your key, newest first, or all for the operator' },
      },
    )
    .get(
      '/api/policies/:hash',
      async ({ caller, params, set }) => {
        set.headers['cache-control'] = 'no-store'
        return { ok: true as const, policy: shown(deps, await readPolicy(deps, params.hash, caller.operator ? null : caller.keyId)) }
      },
      {
        params: hashParam,
        response: { 200: PolicyAnswerView },
        detail: {
          operationId: 'getPolicy',
          summary: 'A spending policy of your key, and what was spent under it today',
          ...routeDocs({ refuses: ['policy_not_found'] }),
        },
      },
    )
    .get(
      '/api/policies/:hash/launches',
      ({ caller, params, query, set }) => {
        set.headers['cache-control'] = 'no-store'
        return launchesOf(deps, query, { hash: params.hash, keyId: caller.operator ? null : caller.keyId })
      },
      {
        params: hashParam,
        query: PoliciesQuery,
        response: { 200: PolicyLaunchesView },
        detail: {
          operationId: 'listPolicyLaunches',
          summary: 'Launches under a spending policy of your key, newest first',
          ...routeDocs({ refuses: ['policy_not_found'] }),
        },
      },
    )

const launchesOf = async (deps: HttpDeps, query: Static<typeof PoliciesQuery>, of: Parameters<typeof listPolicyLaunches>[2]) =>
  pageOf('launches', await listPolicyLaunches(deps, pageQuery(query), of), (row) => policyLaunchView(row, deps.policy))

const shown = ({ policy, clock }: HttpDeps, read: ReadPolicy) => policyView(read, policy, clock.nowMs())

const answer = async (deps: HttpDeps, query: Static<typeof PoliciesQuery>, keyId: Parameters<typeof listPolicies>[2]) => {
  const { rows, nextCursor } = await listPolicies(deps, pageQuery(query), keyId)
  return { ok: true as const, policies: rows.map((row) => shown(deps, row)), nextCursor, serverTime: iso(deps.clock.nowMs()) }
}

const approverRoutes = (deps: HttpDeps) => {
  const headers = { 'x-svc-approvals-token': 'From POST /api/approvals/open.' }
  return new Elysia()
    .use(openGuard(deps, 'dry-run-view'))
    .get(
      '/api/approvals/policies',
      async ({ request, query, set }) => {
        approverOfToken(deps, secretHeader(request, 'x-svc-approvals-token'))
        set.headers['cache-control'] = 'no-store'
        return answer(deps, query, null)
      },
      {
        query: PoliciesQuery,
        response: { 200: PoliciesView },
        detail: {
          operationId: 'listPoliciesAsApprover',
          summary: 'Every spending policy, newest first, for an approver',
          ...routeDocs({ headers, refuses: ['approvals_token_invalid'] }),
        },
      },
    )
    .get(
      '/api/approvals/policies/:hash/launches',
      ({ request, params, query, set }) => {
        approverOfToken(deps, secretHeader(request, 'x-svc-approvals-token'))
        set.headers['cache-control'] = 'no-store'
        return launchesOf(deps, query, { hash: params.hash, keyId: null })
      },
      {
        params: hashParam,
        query: PoliciesQuery,
        response: { 200: PolicyLaunchesView },
        detail: {
          operationId: 'listPolicyLaunchesAsApprover',
          summary: 'Launches under a spending policy, newest first, for an approver',
          ...routeDocs({ headers, refuses: ['approvals_token_invalid', 'policy_not_found'] }),
        },
      },
    )
}

/** The page on which a policy is read and signed, and the one of what was spent under policies. They learn the time, which is signed. */
const pageRoute = (deps: HttpDeps) => {
  const page = (name: string) => filledPage(deps, name, { SERVER_TIME: iso(deps.clock.nowMs()), HOST: serviceHost(deps.policy) })
  const hidden = { detail: { hide: true } }
  return new Elysia()
    .use(openGuard(deps, 'pages'))
    .get('/policy', () => page('policy.html'), hidden)
    .get('/policies', () => page('policies.html'), hidden)
}
