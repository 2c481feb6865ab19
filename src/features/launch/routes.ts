import { Elysia } from 'elysia'
import { invalidFields } from '../../domain/errors.ts'
import { LaunchRequest } from '../../domain/plan/launch-request.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import { LaunchResult } from '../../domain/results/launch-result.ts'
import { spelledWallet } from '../../domain/text/wallet-address.ts'
import { readLaunchRequest } from '../plan/request-problems.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import { requiredLauncherSecret } from '../../http/guards/launcher-secret.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { answerOf } from '../operations/answer-of.ts'
import { submittedOf } from '../operations/unsigned-view.ts'
import { launchCoin, launchOf } from './launch-coin.ts'
import { LaunchRow, launchRow, UnsignedLaunchResponse, unsignedLaunchView, SubmitBody } from './launch-view.ts'
import { makeUnsignedLaunch } from './unsigned-launch.ts'
import { submitLaunch } from './submit-launch.ts'
import { LAUNCH_REFUSALS, OFFER_REFUSALS, SUBMIT_REFUSALS } from '../plan/refusals.ts'

/** The request of a body; with a dry-run its picture is the dry-run’s. */
const launchRequestOf = ({ launchpads, policy }: HttpDeps, body: LaunchRequest) =>
  readLaunchRequest(
    body,
    { platform: launchpads.defaultId, atomicRequired: policy.atomicRequired },
    { picture: body.dryRunId === undefined },
  )

/** Launch a coin, and the launches of a key. @see rules 2.7, 4.2 */
export const launchRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'launch', tags: ['launch'] })
    .use(custodialRoutes(deps))
    .use(unsignedRoutes(deps))
    .use(submitRoutes(deps))
    .use(listRoutes(deps))

const custodialRoutes = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/agent/launch' }).use(keyGuard(deps, 'launch', { idempotent: true, launcher: true, body: 'picture' })).post(
    '',
    async ({ caller, payment, body, request, idempotency, replayOf, set }) => {
      if (body.mintPubkey !== undefined)
        throw invalidFields([{ path: '/mintPubkey', message: 'belongs to POST /api/agent/launch/unsigned' }])
      const operation = replayOf
        ? await launchOf(deps.storage, replayOf)
        : await launchCoin(deps, {
            launcherSecret: requiredLauncherSecret(request),
            caller,
            payment,
            request: launchRequestOf(deps, body),
            source: body,
            dryRunId: body.dryRunId ?? null,
            idempotency,
          })
      if (replayOf) set.headers['idempotency-replayed'] = 'true'
      return answer(operation, set)
    },
    {
      body: LaunchRequest,
      response: { 201: LaunchResult, 202: LaunchResult },
      detail: {
        operationId: 'launch',
        summary: 'Create the coin and lock its fee split; 202 when the split is not locked',
        ...routeDocs({ refuses: LAUNCH_REFUSALS }),
      },
    },
  )

const unsignedRoutes = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/agent/launch' }).use(keyGuard(deps, 'launch', { body: 'picture' })).post(
    '/unsigned',
    async ({ caller, payment, body, set }) => {
      const { launcherPubkey, mintPubkey } = body
      if (launcherPubkey === undefined) throw invalidFields([{ path: '/launcherPubkey', message: 'is required' }])
      const offer = await makeUnsignedLaunch(deps, {
        caller,
        payment,
        request: launchRequestOf(deps, body),
        source: body,
        dryRunId: body.dryRunId ?? null,
        launcher: spelledWallet(launcherPubkey),
        mint: mintPubkey ?? null,
      })
      set.headers['cache-control'] = 'no-store'
      return unsignedLaunchView(offer, deps.policy)
    },
    {
      body: LaunchRequest,
      response: { 200: UnsignedLaunchResponse },
      detail: {
        operationId: 'prepareLaunch',
        summary: 'The launch as transactions for the client to sign with launcher and mint; no secret reaches the service',
        ...routeDocs({ refuses: OFFER_REFUSALS }),
      },
    },
  )

const submitRoutes = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/agent/launch' }).use(keyGuard(deps, 'launch-submit', { body: 'signed' })).post(
    '/submit',
    async ({ caller, payment, body, set }) => {
      const submitted = submittedOf(body)
      return answer(await submitLaunch(deps, { caller, payment, launchId: body.launchId, submitted }), set)
    },
    {
      body: SubmitBody,
      response: { 201: LaunchResult, 202: LaunchResult },
      detail: {
        operationId: 'submitLaunch',
        summary: 'Send a launch that was signed elsewhere; a second call gives the same answer',
        ...routeDocs({ refuses: SUBMIT_REFUSALS }),
      },
    },
  )

/** The answer of a finished launch: 201 locked, 202 not. */
function answer(operation: LaunchOperation, set: { status?: number | string; headers: Record<string, string | number> }): LaunchResult {
  const result = answerOf(operation)
  set.status = operation.state === 'locked' ? 201 : 202
  set.headers['cache-control'] = 'no-store'
  return result
}

const listRoutes = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/agent/launches' }).use(keyGuard(deps, 'launches')).get(
    '',
    async ({ caller, query }) => {
      const page = pageQuery(query, LIMITS.launchesPageDefault)
      const found = await deps.storage.operations.listLaunches(caller.operator ? null : caller.keyId, page)
      return pageOf('launches', found, (launch) => launchRow(launch, deps.policy))
    },
    {
      query: ListOf.query(LIMITS.launchesPageMax, LIMITS.launchesPageDefault),
      response: { 200: ListOf('launches', LaunchRow) },
      detail: { operationId: 'listLaunches', summary: 'Launches of the key (all for the operator), failed ones too' },
    },
  )
