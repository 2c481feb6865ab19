import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../domain/api-key.ts'
import type { DryRunId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LaunchRequest, WireFeesDryRunRequest, type PlanRequest } from '../../domain/plan/launch-request.ts'
import { approvalUrlOf } from '../../domain/results/dry-run-news.ts'
import { durationText } from '../../domain/text/duration-text.ts'
import { keyGuard, openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { idParam } from '../../http/answers/wire.ts'
import { imageResponse } from '../../http/answers/image-response.ts'
import { refuseOtherCredentials } from '../../http/guards/refuse-other-credentials.ts'
import { walletActor } from '../../http/request/actor-of.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { proveWalletSignature, verifyWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import { iso } from '../../domain/json.ts'
import { readLaunchRequest } from '../plan/request-problems.ts'
import { wireFeesOrder } from '../plan/wire-fees-order.ts'
import { approvalMessage, approveDryRun } from './approve-dry-run.ts'
import { compareWithEarlier } from '../plan/compare-dry-runs.ts'
import { approvalsView, ApprovedView } from './approvals-view.ts'
import { dryRunPublicView, DryRunPublicView, DryRunResponse, dryRunResponse, RejectBody, RejectedView } from './dry-run-view.ts'
import { choosePlatform, type PlatformChoice } from './choose-platform.ts'
import { platformChoiceView } from './platform-choice-view.ts'
import { rejectDryRun, rejectionMessage } from './reject-dry-run.ts'
import { findAsker } from './find-asker.ts'
import { readLastFailure } from './last-failure-view.ts'
import { createPresentReader } from './present-reader.ts'
import { readListings } from './read-listings.ts'
import { makeDryRun, viewDryRun } from './make-dry-run.ts'
import { attributionOf } from '../plan/resolve-plan.ts'
import { DRY_RUN_REFUSALS } from '../plan/refusals.ts'

/** Calls of the dry-run’s rate that one with a rehearsal counts for. */
const REHEARSAL_CALLS = 10

/** Dry-run, its public view and picture, and its approval. @see rules 2.4, 2.5, 3.1, 5.6 */
export const dryRunRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'dry-run', prefix: '/api/agent/launch/dry-run', tags: ['dry-run'] })
    .use(makeRoutes(deps))
    .use(viewRoutes(deps))
    .use(pictureRoutes(deps))
    .use(approveRoutes(deps))
    .use(rejectRoutes(deps))

const makeRoutes = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'dry-run', { body: 'picture' })).post(
    '',
    async ({ caller, body }) => {
      const { policy, launchpads } = deps
      if (body.intent !== 'wire-fees' && body.rehearse === true) countRehearsal(deps, caller)
      const defaults = { platform: launchpads.defaultId, atomicRequired: policy.atomicRequired }
      const order =
        body.intent === 'wire-fees'
          ? { ...(await wireFeesOrder(deps, { caller, body, dryRunId: null })), source: {}, choice: null }
          : {
              caller,
              ...(await choosePlatform(deps, { caller, request: readLaunchRequest(body, defaults, { picture: true }) })),
              source: body,
              mint: body.mintPubkey ?? null,
              rehearse: body.rehearse === true,
            }
      const dryRun = await makeDryRun(deps, order)
      const answer = {
        caller,
        approvalUrl: approvalUrlOf(dryRun.id, policy.baseUrl),
        attribution: attributionOf(deps),
        cluster: policy.cluster,
        platformChoice: platformChoiceView(order.choice),
      }
      return dryRunResponse(dryRun, { ...answer, tip: dryRunTip(dryRun.plan.request, caller, { policy, choice: order.choice }) })
    },
    {
      body: Type.Union([LaunchRequest, WireFeesDryRunRequest]),
      response: { 200: DryRunResponse },
      detail: {
        operationId: 'dryRun',
        summary: 'Validate and price a launch or a fee wiring; spends nothing',
        ...routeDocs({
          refuses: DRY_RUN_REFUSALS,
        }),
      },
    },
  )

/** A rehearsal asks a chain about as often as ten dry-runs; the call itself is counted. @throws AppError once the minute is used up */
function countRehearsal({ limiter }: Pick<HttpDeps, 'limiter'>, { keyId }: Caller): void {
  for (let calls = 1; calls < REHEARSAL_CALLS; calls += 1) limiter.count('dry-run', keyId, null)
}

function dryRunTip(
  { intent, holderKol }: PlanRequest,
  { requireApproval }: Pick<Caller, 'requireApproval'>,
  { policy, choice }: Pick<HttpDeps, 'policy'> & { readonly choice: PlatformChoice | null },
): string {
  const route = intent === 'launch' ? 'launch' : holderKol ? 'lock-holder-kol' : 'wire-fees'
  const body = choice ? `the same body, platform "${choice.best.id}"` : 'the same body'
  const next = `POST /api/agent/${route} with ${body} and this dryRunId`
  return requireApproval
    ? `Have an approver open approvalUrl and sign; then ${next}.`
    : `${next} within ${durationText(policy.dryRunLifetimeMs)}, or have it approved first at approvalUrl.`
}

const viewRoutes = (deps: HttpDeps, present = createPresentReader(deps)) =>
  new Elysia().use(openGuard(deps, 'dry-run-view')).get(
    '/:id',
    async ({ params, set }) => {
      set.headers['cache-control'] = 'no-store'
      const stored = await viewDryRun(deps, params.id)
      const { dryRun, changedSince } = await present(stored)
      const { mint } = dryRun.plan.request
      const [askedBy, previous, operation, lastFailure, coin] = await Promise.all([
        findAsker(deps, dryRun.keyId),
        compareWithEarlier(deps, dryRun),
        dryRun.reservedBy && deps.storage.operations.find(dryRun.reservedBy),
        readLastFailure(deps, dryRun),
        mint && deps.storage.coins.find(mint),
      ])
      const { clock, policy } = deps
      const surroundings = { serverTimeMs: clock.nowMs(), cluster: policy.cluster, approvalRule: policy }
      const { platform } = dryRun.plan.request
      const facts = deps.launchpads.ids.includes(platform) ? deps.launchpads.facts(platform) : null
      const directory = facts === null ? [] : await readListings(deps, facts, dryRun.plan)
      const afterLock = facts?.afterLock ?? null
      return dryRunPublicView(dryRun, {
        ...surroundings,
        askedBy,
        previous,
        operation,
        lastFailure,
        coin,
        changedSince,
        directory,
        afterLock,
      })
    },
    {
      params: idParam<DryRunId>(),
      response: { 200: DryRunPublicView },
      detail: {
        operationId: 'getDryRun',
        summary: 'What a dry-run will do; no secret in it',
        ...routeDocs({ refuses: ['dry_run_unknown', 'dry_run_expired', 'dry_run_altered'] }),
      },
    },
  )

const pictureRoutes = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'pictures')).get(
    '/:id/image',
    async ({ params, request }) => {
      const { plan } = await viewDryRun(deps, params.id)
      const image = plan.image && (await deps.storage.images.find(plan.image.sha256))
      if (!image) throw new AppError('logo_not_found')
      return imageResponse(image, request)
    },
    {
      params: idParam<DryRunId>(),
      detail: {
        operationId: 'getDryRunImage',
        summary: 'The picture of the plan',
        ...routeDocs({
          sends: 'image/*',
          tagged: true,
          refuses: ['dry_run_unknown', 'dry_run_expired', 'dry_run_altered', 'logo_not_found'],
        }),
      },
    },
  )

const approveRoutes = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'approve')).post(
    '/:id/approve',
    async ({ params, request, query, body }) => {
      const { headers } = request
      refuseOtherCredentials(headers, { ...query, ...(body as object | undefined) })
      const named = headers.get('x-svc-dry-run-id')
      if (named !== null && named !== params.id) throw new AppError('dry_run_id_mismatch')
      const { wallet: approver, proof } = await proveWalletSignature(deps, headers, (_wallet, at) => approvalMessage(params.id, at))
      const dryRun = await approveDryRun(deps, walletActor(request), { id: params.id, approver, proof })
      return { ok: true as const, dryRunId: dryRun.id, ...approvalsView(dryRun, deps.policy) }
    },
    {
      params: idParam<DryRunId>(),
      response: { 200: ApprovedView },
      detail: {
        operationId: 'approveDryRun',
        summary: 'Approve by wallet signature over svc-approve-dry-run:{id}:{timestamp}',
        ...routeDocs({
          walletSigns: 'svc-approve-dry-run:{id}:{timestamp}',
          headers: { 'x-svc-dry-run-id': 'The id of the path, or left out.' },
          refuses: [
            'approve_with_key_not_allowed',
            'dry_run_id_mismatch',
            'dry_run_not_spendable',
            'dry_run_altered',
            'approver_not_allowed',
          ],
        }),
      },
    },
  )

const rejectRoutes = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'approve')).post(
    '/:id/reject',
    async ({ params, request, query, body }) => {
      const { headers } = request
      refuseOtherCredentials(headers, query)
      const approver = await verifyWalletSignature(deps, headers, (_wallet, timestamp) => rejectionMessage(params.id, timestamp))
      const { id, rejection } = await rejectDryRun(deps, walletActor(request), { id: params.id, approver, reason: body.reason })
      return {
        ok: true as const,
        dryRunId: id,
        rejected: true as const,
        rejectedAt: iso(rejection!.atMs),
        rejectedByWallet: rejection!.by,
        reason: rejection!.reason,
      }
    },
    {
      params: idParam<DryRunId>(),
      body: RejectBody,
      response: { 200: RejectedView },
      detail: {
        operationId: 'rejectDryRun',
        summary: 'Reject with a reason, by wallet signature over svc-reject-dry-run:{id}:{timestamp}',
        ...routeDocs({
          walletSigns: 'svc-reject-dry-run:{id}:{timestamp}',
          refuses: ['approve_with_key_not_allowed', 'dry_run_not_spendable', 'approver_not_allowed'],
        }),
      },
    },
  )
