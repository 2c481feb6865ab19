import { Elysia } from 'elysia'
import { LockResult } from '../../domain/results/lock-result.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import { requiredLauncherSecret } from '../../http/guards/launcher-secret.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { answerOf } from '../operations/answer-of.ts'
import { submittedOf } from '../operations/unsigned-view.ts'
import { SubmitLockBody, UnsignedLockResponse, unsignedLockView, UnsignedWireFeesBody, WireFeesBody } from './wire-fees-view.ts'
import { wireFees } from './wire-fees.ts'
import { submitLock } from './submit-lock.ts'
import { SUBMIT_LOCK_REFUSALS, UNSIGNED_WIRE_FEES_REFUSALS, WIRE_FEES_REFUSALS } from '../plan/refusals.ts'
import { orderUnsignedLock } from './order-unsigned-lock.ts'

/** Locks the fees of a launched coin. @see rules 3.2, 4.2, 5.3 */
export const wireFeesRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'wire-fees', prefix: '/api/agent', tags: ['fee-share'] })
    .use(signedRoute(deps))
    .use(unsignedWireFeesRoutes(deps))
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

const unsignedWireFeesRoutes = (deps: HttpDeps) =>
  new Elysia().use(keyGuard(deps, 'wire-fees')).post(
    '/wire-fees/unsigned',
    async ({ caller, payment, body, set }) => {
      set.headers['cache-control'] = 'no-store'
      return unsignedLockView(await orderUnsignedLock(deps, 'wire-fees', { caller, payment, body }), deps.policy)
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
