import { Elysia } from 'elysia'
import { LockResult } from '../../domain/results/lock-result.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import { requiredLauncherSecret } from '../../http/guards/launcher-secret.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { answerOf } from '../operations/answer-of.ts'
import { LockHolderKolBody, UnsignedLockHolderKolBody } from './lock-holder-kol-view.ts'
import { UnsignedLockResponse, unsignedLockView } from '../wire-fees/wire-fees-view.ts'
import { lockHolderKol } from './lock-holder-kol.ts'
import { LOCK_HOLDER_KOL_REFUSALS, UNSIGNED_LOCK_HOLDER_KOL_REFUSALS } from '../plan/refusals.ts'
import { unsignedLockHolderKol } from './unsigned-lock-holder-kol.ts'

/** Locks the fees of a launched coin to the KOLs among its holders. @see rules 3.2, 4.2 */
export const lockHolderKolRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'lock-holder-kol', prefix: '/api/agent', tags: ['fee-share'] }).use(signedRoute(deps)).use(unsignedRoute(deps))

const signedRoute = (deps: HttpDeps) =>
  new Elysia()
    .use(keyGuard(deps, 'lock-holder-kol', { launcher: true }))
    .post(
      '/lock-holder-kol',
      async ({ caller, payment, body, request }) =>
        answerOf(await lockHolderKol(deps, { caller, payment, body, launcherSecret: requiredLauncherSecret(request) })),
      {
        body: LockHolderKolBody,
        response: { 200: LockResult },
        detail: {
          operationId: 'lockHolderKol',
          summary: 'Lock the fees of an existing coin to the KOLs among its largest holders, for good',
          ...routeDocs({ refuses: LOCK_HOLDER_KOL_REFUSALS }),
        },
      },
    )

const unsignedRoute = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'lock-holder-kol')).post(
    '/lock-holder-kol/unsigned',
    async ({ caller, payment, body, set }) => {
      set.headers['cache-control'] = 'no-store'
      return unsignedLockView(await unsignedLockHolderKol(deps, { caller, payment, body }), deps.policy)
    },
    {
      body: UnsignedLockHolderKolBody,
      response: { 200: UnsignedLockResponse },
      detail: {
        operationId: 'prepareLockHolderKol',
        summary: 'The lock of an existing coin’s fees to its holder-KOLs as transactions for the client to sign',
        ...routeDocs({ refuses: UNSIGNED_LOCK_HOLDER_KOL_REFUSALS }),
      },
    },
  )
