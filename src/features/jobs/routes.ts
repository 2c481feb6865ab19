import { Type } from '@sinclair/typebox'
import { Elysia, t } from 'elysia'
import type { JobId, Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { CoinAddress, spelledMint } from '../../domain/text/coin-address.ts'
import { ESCROW_RAILS_REFUSALS } from '../../ports/escrow.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { keyGuard, openGuard } from '../../http/guards/guards.ts'
import { JobStateName, JobView, jobView } from '../../domain/results/job-json.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { documented, routeDocs } from '../../http/route-docs.ts'
import { verifyWalletSignature } from '../../http/guards/verify-wallet-signature.ts'
import { idParam, ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { cancelJob } from './cancel-job.ts'
import { claimJob, claimMessage } from './claim-job.ts'
import { createJob } from './create-job.ts'
import { findJob } from './find-job.ts'
import { budgetOf, JobBody } from './coin-job-view.ts'
import {
  CancelBody,
  jobDetailView,
  JobDetailResponse,
  JobResponse,
  SubmitBody,
  TemplatesResponse,
  templatesView,
  VerifyBody,
  WorkerWallet,
} from './jobs-view.ts'
import { releaseJob, releaseMessage } from './release-job.ts'
import { submitJob, submitMessage } from './submit-job.ts'
import { verifyJob } from './verify-job.ts'

const jobAnswer = (job: Parameters<typeof jobView>[0]) => ({ ok: true as const, job: jobView(job) })

/** Creative jobs of a coin: created by its key, done by people with a wallet, paid through escrow. @see rules 1.8, 2.8, 3.3 */
export const jobRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'jobs', prefix: '/api/jobs', tags: ['jobs'] })
    .use(readRoutes(deps))
    .use(createRoute(deps))
    .use(ownerRoutes(deps))
    .use(workerRoutes(deps))
    .use(handInRoute(deps))

/** What whoever signs for a claimed job may be told. */
const TOLD_WORKERS = ['job_not_found', 'job_worker_required', 'job_state_not_allowed', 'job_deadline_expired'] as const

/** Answers 404 on every job route while jobs are disabled. */
const jobsGate = ({ policy }: HttpDeps) =>
  new Elysia({ name: 'jobs-gate' }).derive(
    { as: 'scoped' },
    documented(
      () => {
        if (!policy.jobsEnabled) throw new AppError('jobs_disabled')
      },
      { refuses: ['jobs_disabled'], switchedOff: !policy.jobsEnabled },
    ),
  )

const readRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(jobsGate(deps))
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('/templates', () => templatesView(deps.escrow.chainIds), {
      response: { 200: TemplatesResponse },
      detail: { operationId: 'listJobTemplates', summary: 'What jobs there are, and the rails they are paid on' },
    })
    .get(
      '',
      async ({ query: { mint, state, worker, ...page } }) => {
        const filter = {
          ...(mint === undefined ? {} : { mint: spelledMint(mint) }),
          ...(state === undefined ? {} : { state }),
          ...(worker === undefined ? {} : { worker: worker as Wallet }),
        }
        return pageOf('jobs', await deps.storage.jobs.list(pageQuery(page), filter), jobView)
      },
      {
        query: t.Composite([
          ListOf.query(),
          t.Object({ mint: t.Optional(CoinAddress()), state: t.Optional(JobStateName), worker: t.Optional(WorkerWallet) }),
        ]),
        response: { 200: ListOf('jobs', JobView) },
        detail: {
          operationId: 'listJobs',
          summary: 'Jobs, newest first; `state=open` wait for a worker, `worker=` are those of one wallet',
        },
      },
    )
    .get(
      '/:id',
      async ({ params }) => {
        const job = await findJob(deps, params.id)
        const { jobs } = deps.storage
        const [steps, transfers, payouts] = await Promise.all([jobs.steps(job.id), jobs.transfers(job.id), jobs.payouts(job.id)])
        return jobDetailView(job, { steps, transfers, payouts })
      },
      {
        params: idParam<JobId>(),
        response: { 200: JobDetailResponse },
        detail: { operationId: 'getJob', summary: 'One job, its history and its money', ...routeDocs({ refuses: ['job_not_found'] }) },
      },
    )

const createRoute = (deps: HttpDeps) =>
  new Elysia()
    .use(jobsGate(deps))
    .use(keyGuard(deps, 'jobs', { idempotent: true }))
    .post(
      '/coin',
      async ({ caller, payment, body, set, idempotency }) => {
        const order = {
          mint: spelledMint(body.mint),
          template: body.template,
          chainId: body.chainId,
          budgetUsdMicros: budgetOf(body),
          postsPerWeek: body.postsPerWeek ?? null,
        }
        const { job, replayed } = await createJob(deps, { caller, payment, order, idempotencyKey: idempotency?.key ?? null })
        set.status = 201
        if (replayed) set.headers['idempotency-replayed'] = 'true'
        return jobAnswer(job)
      },
      {
        body: JobBody,
        response: { 201: JobResponse },
        detail: {
          operationId: 'createJob',
          summary: 'Make a job for a coin of yours; its budget is reserved',
          ...routeDocs({
            refuses: [
              'mint_unknown',
              'coin_owner_required',
              ...ESCROW_RAILS_REFUSALS.get,
              'price_not_available',
              'kit_budget_exceeded',
              'job_budget_too_low',
              'job_quota_exceeded',
              'upstream_unavailable',
            ],
          }),
        },
      },
    )

const ownerRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(jobsGate(deps))
    .use(keyGuard(deps, 'jobs'))
    .post(
      '/:id/verify',
      async ({ caller, params, body }) => {
        const { part = null, approve = null, reason = null } = body ?? {}
        return jobAnswer(await verifyJob(deps, { caller, id: params.id, part, approve, reason }))
      },
      {
        params: idParam<JobId>(),
        body: Type.Optional(VerifyBody),
        response: { 200: JobResponse },
        detail: {
          operationId: 'verifyJob',
          summary: 'Accept or reject what was handed in; without `approve` the content checks decide',
          ...routeDocs({ refuses: ['job_not_found', 'coin_owner_required', 'job_state_not_allowed', 'job_content_invalid'] }),
        },
      },
    )
    .post(
      '/:id/cancel',
      async ({ caller, params, body }) => jobAnswer(await cancelJob(deps, { caller, id: params.id, reason: body?.reason ?? null })),
      {
        params: idParam<JobId>(),
        body: CancelBody,
        response: { 200: JobResponse },
        detail: {
          operationId: 'cancelJob',
          summary: 'Call an open job off; the worker of a claimed one is asked, with a reason',
          ...routeDocs({ refuses: ['job_not_found', 'coin_owner_required', 'job_state_not_allowed'] }),
        },
      },
    )

const workerRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(jobsGate(deps))
    .use(openGuard(deps, 'jobs'))
    .post(
      '/:id/claim',
      async ({ params, request }) => {
        const worker = await verifyWalletSignature(deps, request.headers, (_wallet, timestamp) => claimMessage(params.id, timestamp))
        return jobAnswer(await claimJob(deps, { id: params.id, worker }))
      },
      {
        params: idParam<JobId>(),
        response: { 200: JobResponse },
        detail: {
          operationId: 'claimJob',
          summary: 'Take an open job, by wallet signature over svc-claim-job:{id}:{timestamp}; this wallet is paid',
          ...routeDocs({
            walletSigns: claimMessage('{id}', '{timestamp}'),
            refuses: ['job_not_found', 'job_claim_own_not_allowed', 'job_state_not_allowed', 'job_deadline_expired', 'job_claims_exceeded'],
          }),
        },
      },
    )
    .post(
      '/:id/release',
      async ({ params, request }) => {
        const worker = await verifyWalletSignature(deps, request.headers, (_wallet, timestamp) => releaseMessage(params.id, timestamp))
        return jobAnswer(await releaseJob(deps, { id: params.id, worker }))
      },
      {
        params: idParam<JobId>(),
        response: { 200: JobResponse },
        detail: {
          operationId: 'releaseJob',
          summary: 'Give a claimed job back, by wallet signature over svc-release-job:{id}:{timestamp}; it waits for another worker',
          ...routeDocs({
            walletSigns: releaseMessage('{id}', '{timestamp}'),
            refuses: [...TOLD_WORKERS, 'job_releases_exceeded'],
          }),
        },
      },
    )

const handInRoute = (deps: HttpDeps) =>
  new Elysia()
    .use(jobsGate(deps))
    .use(openGuard(deps, 'jobs'))
    .post(
      '/:id/submit',
      async ({ params, request, body }) => {
        const worker = await verifyWalletSignature(deps, request.headers, (_wallet, timestamp) => submitMessage(params.id, timestamp))
        return jobAnswer(await submitJob(deps, { id: params.id, worker, part: body.part ?? null, urls: body.urls }))
      },
      {
        params: idParam<JobId>(),
        body: SubmitBody,
        response: { 200: JobResponse },
        detail: {
          operationId: 'submitJob',
          summary: 'Hand in the work, by wallet signature over svc-submit-job:{id}:{timestamp}',
          ...routeDocs({
            walletSigns: submitMessage('{id}', '{timestamp}'),
            refuses: [...TOLD_WORKERS, 'job_hand_ins_exceeded', 'job_content_invalid'],
          }),
        },
      },
    )
