import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { LockResult } from '../../domain/results/lock-result.ts'
import { spelledWallet } from '../../domain/text/wallet-address.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import { requiredLauncherSecret } from '../../http/guards/launcher-secret.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { answerOf } from '../operations/answer-of.ts'
import { submittedOf } from '../operations/unsigned-view.ts'
import {
  LockHolderKolBody,
  SubmitLockBody,
  UnsignedLockHolderKolBody,
  UnsignedLockResponse,
  unsignedLockView,
  UnsignedWireFeesBody,
  WireFeesBody,
} from './wire-fees-view.ts'
import { lockHolderKol } from './lock-holder-kol.ts'
import { wireFees } from './wire-fees.ts'
import { submitLock } from './submit-lock.ts'
import { makeUnsignedLock, type UnsignedLockOrder } from './unsigned-lock.ts'
import { wireFeesOrder } from '../plan/wire-fees-order.ts'
import {
  LOCK_HOLDER_KOL_REFUSALS,
  SUBMIT_LOCK_REFUSALS,
  UNSIGNED_LOCK_HOLDER_KOL_REFUSALS,
  UNSIGNED_WIRE_FEES_REFUSALS,
  WIRE_FEES_REFUSALS,
} from '../plan/refusals.ts'

/** Locks the fees of a launched coin. @see rules 3.2, 4.2, 5.3 */
export const wireFeesRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'wire-fees', prefix: '/api/agent', tags: ['fee-share'] })
    .use(signedRoute(deps))
    .use(lockHolderKolRoutes(deps))
    .use(unsignedWireFeesRoutes(deps))
    .use(unsignedLockHolderKolRoutes(deps))
    .use(submitRoutes(deps))

const signedRoute = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'wire-fees', { launcher: true })).post(
    '/wire-fees',
    async ({ caller, payment, body, request, set }) => {
      set.status = 201
      return answerOf(await wireFees(deps, { caller, payment, body, launcherSecret: requiredLauncherSecret(request) }))
    },
    {
      body: WireFeesBody,
      response: { 201: LockResult },
      detail: {
        operationId: 'wireFees',
        summary: 'Lock the fees of an existing coin to a crew, for good',
        ...routeDocs({ refuses: WIRE_FEES_REFUSALS }),
      },
    },
  )

const lockHolderKolRoutes = (deps: HttpDeps) =>
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

const unsignedWireFeesRoutes = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'wire-fees')).post(
    '/wire-fees/unsigned',
    async ({ caller, payment, body, set }) => {
      set.headers['cache-control'] = 'no-store'
      return unsignedLock(deps, 'wire-fees', { caller, payment }, body)
    },
    {
      body: UnsignedWireFeesBody,
      response: { 200: UnsignedLockResponse },
      detail: {
        operationId: 'prepareWireFees',
        summary: 'The lock of an existing coin’s fees to a crew as transactions for the client to sign; no secret reaches the service',
        ...routeDocs({ refuses: UNSIGNED_WIRE_FEES_REFUSALS }),
      },
    },
  )

const unsignedLockHolderKolRoutes = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'lock-holder-kol')).post(
    '/lock-holder-kol/unsigned',
    async ({ caller, payment, body, set }) => {
      set.headers['cache-control'] = 'no-store'
      return unsignedLock(deps, 'lock-holder-kol', { caller, payment }, { ...body, holderKol: true })
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

async function unsignedLock(
  deps: HttpDeps,
  kind: UnsignedLockOrder['kind'],
  { caller, payment }: Pick<UnsignedLockOrder, 'caller' | 'payment'>,
  body: Static<typeof UnsignedWireFeesBody> & { holderKol?: boolean },
): Promise<UnsignedLockResponse> {
  const dryRunId = body.dryRunId ?? null
  const order = await wireFeesOrder(deps, { caller, body, dryRunId })
  const offer = await makeUnsignedLock(deps, { kind, ...order, payment, dryRunId, launcher: spelledWallet(body.launcherPubkey) })
  return unsignedLockView(offer, deps.policy)
}

const submitRoutes = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'launch-submit', { body: 'signed' })).post(
    '/wire-fees/submit',
    async ({ caller, payment, body, set }) => {
      const submitted = submittedOf(body)
      const answer = answerOf(await submitLock(deps, { caller, payment, lockId: body.lockId, submitted }))
      set.status = 201
      set.headers['cache-control'] = 'no-store'
      return answer
    },
    {
      body: SubmitLockBody,
      response: { 201: LockResult },
      detail: {
        operationId: 'submitLock',
        summary: 'Send a lock of fees that was signed elsewhere; a second call gives the same answer',
        ...routeDocs({ refuses: SUBMIT_LOCK_REFUSALS }),
      },
    },
  )
