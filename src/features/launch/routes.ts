import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { DryRunId } from '../../domain/brands.ts'
import type { Operation } from '../../domain/operation.ts'
import { LaunchRequest, wishOfLaunch } from '../../domain/launch-request.ts'
import { LIMITS } from '../../domain/limits.ts'
import { type HttpDeps, keyGuard, requiredLauncherSecret } from '../../http/guards.ts'
import { iso, isoOrNull, ListOf, Nullable, Ok, pageOf, pageQuery } from '../../http/wire.ts'
import { HirePlanView } from '../autohire/autohire-view.ts'
import { CrewSeatView, ShareholderView } from '../dry-run/dry-run-view.ts'
import { failureOf } from '../operations/failure-of.ts'
import { launchCoin } from './launch-coin.ts'

const LaunchResponse = Ok({
  launchId: Type.String(),
  cluster: Type.String(),
  platform: Type.String(),
  mint: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  signature: Type.String(),
  feeShareSignature: Nullable(Type.String()),
  launchpadUrl: Type.String(),
  crew: Type.Array(CrewSeatView),
  shareholders: Type.Array(ShareholderView),
  hirePlan: Nullable(HirePlanView),
  lockPath: Type.String(),
  createSlot: Type.Integer(),
  lockSlot: Nullable(Type.Integer()),
  preLockCreatorFeesLamports: Type.Optional(Type.String()),
  feeShareLocked: Type.Boolean(),
  feesLockedAtLaunch: Type.Boolean(),
  holderKol: Type.Boolean(),
  launcher: Type.String(),
  dryRunId: Nullable(Type.String()),
  nextSteps: Type.Array(Type.String()),
})

const LaunchRow = Type.Object({
  launchId: Type.String(),
  mint: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  platform: Type.String(),
  state: Type.String({ description: 'prepared, broadcast, live, locked, unlocked or failed' }),
  lockPath: Nullable(Type.String()),
  launcher: Type.String(),
  dryRunId: Nullable(Type.String()),
  feeShareLocked: Type.Boolean(),
  signatures: Type.Array(Type.String()),
  failure: Nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
  createdAt: Type.String(),
  finishedAt: Nullable(Type.String()),
})

const launchRow = (operation: Operation) => {
  const failure = failureOf(operation)
  return {
    launchId: operation.id as string,
    mint: operation.mint as string,
    name: operation.plan?.wish.name ?? '',
    ticker: operation.plan?.wish.ticker ?? '',
    platform: operation.platform,
    state: operation.state as string,
    lockPath: operation.lockPath as string | null,
    launcher: operation.launcher as string,
    dryRunId: operation.dryRunId as string | null,
    feeShareLocked: operation.state === 'locked',
    signatures: operation.transactions.map(({ signature }) => signature as string),
    failure: failure && { code: failure.code as string, detail: failure.message },
    createdAt: iso(operation.createdAtMs),
    finishedAt: isoOrNull(operation.finishedAtMs),
  }
}

/** Launch a coin, and the launches of a key. @see spec 2.7, 4.2 */
export const launchRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'launch', tags: ['launch'] }).use(custodialRoutes(deps)).use(listRoutes(deps))

const custodialRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false, prefix: '/api/agent/launch' }).use(keyGuard(deps, 'launch', { idempotent: true })).post(
    '',
    async ({ caller, body, request, idempotency, replayOf, set }) => {
      const operation = replayOf
        ? (await deps.storage.operations.find(replayOf))!
        : await launchCoin(deps, {
            launcherSecret: requiredLauncherSecret(request),
            caller,
            wish: wishOfLaunch(body, { platform: deps.launchpads.defaultId, atomicRequired: deps.policy.atomicRequired }),
            source: body,
            dryRunId: (body.dryRunId ?? null) as DryRunId | null,
            idempotency,
          })
      if (replayOf) set.headers['idempotency-replayed'] = 'true'
      const failure = failureOf(operation)
      if (failure) throw failure
      set.status = operation.state === 'locked' ? 201 : 202
      set.headers['cache-control'] = 'no-store'
      return operation.result as typeof LaunchResponse.static
    },
    {
      body: LaunchRequest,
      response: { 201: LaunchResponse, 202: LaunchResponse },
      detail: { summary: 'Create the coin and lock its fee split; 202 when the split is not locked' },
    },
  )

const listRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false, prefix: '/api/agent/launches' }).use(keyGuard(deps, 'launches')).get(
    '',
    async ({ caller, query }) => {
      const page = pageQuery(query, LIMITS.launchesPageDefault)
      return pageOf('launches', await deps.storage.operations.listLaunches(caller.operator ? null : caller.keyId, page), launchRow)
    },
    {
      query: ListOf.query(LIMITS.launchesPageMax, LIMITS.launchesPageDefault),
      response: { 200: ListOf('launches', LaunchRow) },
      detail: { summary: 'Launches of the key (all for the operator), failed ones too' },
    },
  )
