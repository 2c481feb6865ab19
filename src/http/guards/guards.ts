import { Elysia } from 'elysia'
import type { Caller } from '../../domain/api-key.ts'
import type { KeyId, OperationId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { RateGroup } from '../../domain/limits.ts'
import type { IdempotencyKey } from '../../ports/storage/idempotency.ts'
import type { PaidRun } from '../../ports/payments.ts'
import { authenticate, authenticateOps } from './authenticate.ts'
import type { ClientBuckets } from '../request/client-address.ts'
import { findReplay, idempotencyKeyOf, idempotencyKeyText, isKnownKey } from './idempotency.ts'
import { nextTurn } from '../../lib/next-turn.ts'
import { createPaymentGate, PAYMENT_REFUSALS } from './payment-gate.ts'
import type { HttpDeps } from '../http-deps.ts'
import { BODY_BYTES_MAX, type BodyKind } from '../request/read-body.ts'
import { requestContext } from '../request/request-context.ts'
import { refuseWhenFull } from '../request/refuse-when-full.ts'
import { bodyFor, unreadBody } from '../elysia/unread-body.ts'
import { documented } from '../route-docs.ts'
import { requiredLauncherSecret } from './launcher-secret.ts'
import { requirePrivateAnswer } from '../request/secure-transport.ts'

interface GuardContext {
  readonly request: Request
  readonly route: string
  readonly set: { readonly headers: Record<string, string | number> }
}

/** Routes that are counted against no rate: those that machines ask all the time. */
export const unguarded = () =>
  new Elysia({ name: 'unguarded' })
    .onParse({ as: 'scoped' }, unreadBody)
    .derive({ as: 'scoped' }, ({ request, route }) => void (requestContext(request).route = route))

/** Routes anyone may call, counted by address. */
export const openGuard = (deps: HttpDeps, group: RateGroup) =>
  new Elysia({ name: 'open-guard', seed: group }).onParse({ as: 'scoped' }, unreadBody).derive(
    { as: 'scoped' },
    documented(
      async ({ request, route, set }: GuardContext) => {
        const context = requestContext(request)
        Object.assign(context, { route, rateGroup: group })
        Object.assign(set.headers, deps.limiter.count(group, null, context))
        if (group === 'claim') requirePrivateAnswer(request)
        refuseWhenFull(deps, request, group)
        return { client: context as ClientBuckets, body: await bodyFor(deps.bodies, request, 'plain') }
      },
      { rateGroup: group, bodyBytesMax: BODY_BYTES_MAX.plain },
    ),
  )

/** Stands in the caller's place until a payer is let in: owns nothing, and may nothing. */
const NOBODY: Caller = { keyId: 'nobody' as KeyId, operator: false, ops: false, requireApproval: true, launchesPerHour: 0, referral: null }

/** Who calls a route, and what pays for the call where no key does; `answered` when it was answered before. */
type PassedKeyGuard = {
  readonly caller: Caller
  readonly payment: PaidRun | null
  readonly answered: Response | null
}

/** What a route asks of its caller beside a key. */
interface KeyGuardOptions {
  readonly idempotent?: boolean
  /** A key that may note featured posts, or the operator's alone. */
  readonly who?: 'ops' | 'operator'
  /** The launcher secret has to come along. */
  readonly launcher?: boolean
  /** What its body carries; `plain` when not given. */
  readonly body?: BodyKind
}

/**
 * Routes that need an API key, or a payment where they are for sale: a key wins, and then nothing is charged. In this order:
 * the key, the rate, who the key is of and the launcher secret (401, whatever the body is), the body's form; the schema is
 * checked after all of them. An idempotency key that the caller has used before counts for the rate of replays in the place of
 * the route's own, and its replay needs no secret. A payment is read in the place of the key, and looked into after the schema.
 */
export const keyGuard = (deps: HttpDeps, group: RateGroup, options: KeyGuardOptions = {}) => {
  const { limiter, bodies } = deps
  const gate = options.who === undefined ? createPaymentGate(deps, group) : null
  const kind = options.body ?? 'plain'
  const authenticateRequest = documented(
    async ({ request, route, set }: GuardContext) => {
      const context = requestContext(request)
      context.route = route
      if (gate && !request.headers.get('x-svc-api-key')) {
        const presented = gate.read(request)
        refuseWhenFull(deps, request, group)
        if (options.launcher) requiredLauncherSecret(request)
        return { caller: NOBODY, body: await bodyFor(bodies, request, kind), idempotency: null, replayOf: null, presented }
      }
      const authenticated = (options.who === 'ops' ? authenticateOps : authenticate)(deps, request.headers.get('x-svc-api-key'))
      const caller = await authenticated.catch((error: unknown) => {
        // Whoever tries keys is counted by address.
        limiter.countStranger(group, context)
        throw error
      })
      context.keyId = caller.keyId
      const count = () => Object.assign(set.headers, limiter.count(group, caller.keyId, context))
      const checkSecret = () => options.launcher && requiredLauncherSecret(request)

      const named = options.idempotent ? request.headers.get('x-idempotency-key') : null
      const known = named !== null && (await isKnownKey(deps, caller, named))
      if (known) limiter.count('replays', caller.keyId, context)
      else count()
      const key = options.idempotent ? idempotencyKeyText(request) : null
      if (options.who === 'operator' && !caller.operator) throw new AppError('operator_key_required')
      const checkBeginning = () => {
        checkSecret()
        refuseWhenFull(deps, request, group)
      }
      if (!known) checkBeginning()
      const body = await bodyFor(bodies, request, kind, caller.operator || caller.ops)
      const idempotency = key === null ? null : idempotencyKeyOf(request, caller, key, body)
      // A picture was hashed.
      if (idempotency) await nextTurn()
      const giveBack = () => known || limiter.giveBack(group, caller.keyId, context)
      const replayOf =
        idempotency &&
        (await findReplay(deps, idempotency).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'idempotency_in_progress') giveBack()
          throw error
        }))
      if (replayOf) giveBack()
      else if (known) {
        // It was known a moment ago, and is free again.
        count()
        checkBeginning()
      }
      return {
        caller: caller as Caller,
        body,
        idempotency: idempotency as IdempotencyKey | null,
        replayOf: replayOf as OperationId | null,
        presented: null,
      }
    },
    {
      rateGroup: group,
      key: options.who ?? 'any',
      idempotent: options.idempotent === true,
      launcher: options.launcher === true,
      bodyBytesMax: BODY_BYTES_MAX[kind],
      ...(gate ? { price: gate.price, refuses: PAYMENT_REFUSALS } : {}),
    },
  )
  return new Elysia({ name: 'key-guard', seed: `${group} ${JSON.stringify(options)}` })
    .onParse({ as: 'scoped' }, unreadBody)
    .derive({ as: 'scoped' }, authenticateRequest)
    .resolve({ as: 'scoped' }, async ({ caller, request, body, presented }): Promise<PassedKeyGuard> => {
      const passed = { caller, payment: null, answered: null }
      return presented ? { ...passed, ...(await gate!.admit(request, presented, body)) } : passed
    })
    .onBeforeHandle({ as: 'scoped' }, ({ answered }) => answered ?? undefined)
}
