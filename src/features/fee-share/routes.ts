import { Elysia } from 'elysia'
import { LockResult } from '../../domain/results/lock-result.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import { launcherSecretOf, requiredLauncherSecret } from '../../http/guards/launcher-secret.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { mintParam } from '../../http/answers/wire.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { coinViewer } from '../coins/coin-view.ts'
import { answerOf } from '../operations/answer-of.ts'
import { crankFees } from './crank-fees.ts'
import { CrankBody, CrankResponse, LockHolderKolBody, nothingCranked, StatusResponse, statusView, WireFeesBody } from './fee-share-view.ts'
import { wireFees, type LockOrder } from './wire-fees.ts'
import { readStatus } from './read-status.ts'
import { wireFeesOrder } from '../plan/wire-fees-order.ts'
import { CRANK_REFUSALS, LOCK_HOLDER_KOL_REFUSALS, WIRE_FEES_REFUSALS } from '../plan/refusals.ts'

/** What becomes of a coin's fees after the launch: status, repair, distribution. @see rules 3.2, 4.2, 5.3 */
export const feeShareRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'fee-share', prefix: '/api/agent', tags: ['fee-share'] })
    .use(statusRoutes(deps))
    .use(wireFeesRoutes(deps))
    .use(lockHolderKolRoutes(deps))
    .use(crankRoutes(deps))

const statusRoutes = (deps: HttpDeps) => {
  const view = coinViewer(deps)
  return new Elysia({ normalize: false }).use(keyGuard(deps, 'status')).get(
    '/status/:mint',
    async ({ caller, payment, params, set }) => {
      const status = await readStatus(deps, params.mint, { caller, payment })
      set.headers['cache-control'] = 'no-store'
      return statusView(status, deps.policy.cluster, view(status.coin))
    },
    {
      params: mintParam,
      response: { 200: StatusResponse },
      detail: {
        summary: 'How a coin stands, read from the chain now',
        ...routeDocs({ refuses: ['coin_not_found', 'upstream_unavailable'] }),
      },
    },
  )
}

const wireFeesRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false }).use(keyGuard(deps, 'wire-fees', { launcher: true })).post(
    '/wire-fees',
    async ({ caller, payment, body, request, set }) => {
      set.status = 201
      return lock(deps, 'wire-fees', { caller, payment }, body, request)
    },
    {
      body: WireFeesBody,
      response: { 201: LockResult },
      detail: {
        summary: 'Lock the fees of an existing coin to a crew, for good',
        ...routeDocs({ refuses: WIRE_FEES_REFUSALS }),
      },
    },
  )

const lockHolderKolRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false })
    .use(keyGuard(deps, 'lock-holder-kol', { launcher: true }))
    .post(
      '/lock-holder-kol',
      ({ caller, payment, body, request }) => lock(deps, 'lock-holder-kol', { caller, payment }, { ...body, holderKol: true }, request),
      {
        body: LockHolderKolBody,
        response: { 200: LockResult },
        detail: {
          summary: 'Lock the fees of an existing coin to the KOLs among its largest holders, for good',
          ...routeDocs({ refuses: LOCK_HOLDER_KOL_REFUSALS }),
        },
      },
    )

async function lock(
  deps: HttpDeps,
  kind: LockOrder['kind'],
  { caller, payment }: Pick<LockOrder, 'caller' | 'payment'>,
  body: WireFeesBody & { holderKol?: boolean },
  request: Request,
): Promise<LockResult> {
  const launcherSecret = requiredLauncherSecret(request)
  const dryRunId = body.dryRunId ?? null
  const order = await wireFeesOrder(deps, { caller, body, dryRunId })
  const operation = await wireFees(deps, { kind, ...order, payment, dryRunId, launcherSecret })
  return answerOf(operation)
}

const crankRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false }).use(keyGuard(deps, 'crank')).post(
    '/crank',
    async ({ caller, payment, body, request, set }) => {
      const outcome = await crankFees(deps, { caller, payment, mint: body.mint, launcherSecret: launcherSecretOf(request) })
      const { operation } = outcome
      if (!operation) return nothingCranked(body.mint, deps.policy.cluster, outcome.missing, outcome.currency)
      const answer = answerOf(operation)
      if (outcome.repeated) set.headers['idempotency-replayed'] = 'true'
      return answer
    },
    {
      body: CrankBody,
      response: { 200: CrankResponse },
      detail: {
        summary: 'Distribute accrued creator fees to the split',
        ...routeDocs({
          launcherSecret: 'optional',
          repeats: true,
          refuses: CRANK_REFUSALS,
        }),
      },
    },
  )
