import { Elysia } from 'elysia'
import type { Caller } from '../../domain/api-key.ts'
import { AppError } from '../../domain/errors.ts'
import type { RateGroup } from '../../domain/limits/rates.ts'
import type { PaidRun } from '../../ports/payments.ts'
import { type IdentifiedCall, type IdentifyDeps, identifyByKey, identifyByPayment, type KeyGuardOptions } from './identify-caller.ts'
import type { KeyGroup } from './route-scopes.ts'
import { createPaymentGate, PAYMENT_REFUSALS, type PaymentGateDeps } from './payment-gate.ts'
import { BODY_BYTES_MAX } from '../request/body/read-body.ts'
import { refuseRepeated } from '../request/refuse-repeated.ts'
import { requestContext } from '../request/request-context.ts'
import { refuseWhenFull } from '../request/refuse-when-full.ts'
import { bodyFor, unreadBody } from '../elysia/unread-body.ts'
import { documented } from '../route-docs.ts'
import { requirePrivateAnswer } from '../request/secure-transport.ts'
import type { ClientBuckets } from '../../domain/limits/client-buckets.ts'

/** What a guard reads of a request before its route has it. */
export interface GuardContext {
  readonly request: Request
  readonly route: string
  readonly set: { readonly headers: Record<string, string | number> }
}

/** Routes without a rate limit, for machines that poll. */
export const unguarded = () =>
  new Elysia({ name: 'unguarded' }).onParse({ as: 'scoped' }, unreadBody).derive({ as: 'scoped' }, ({ request, route }) => {
    requestContext(request).route = route
  })

/** Routes without a key, rate-limited by address. */
export const openGuard = (deps: Pick<IdentifyDeps, 'storage' | 'disk' | 'limiter' | 'bodies' | 'bodySchemaOf'>, group: RateGroup) =>
  new Elysia({ name: 'open-guard', seed: group }).onParse({ as: 'scoped' }, unreadBody).derive(
    { as: 'scoped' },
    documented(
      async ({ request, route, set }: GuardContext) => {
        const context = requestContext(request)
        Object.assign(context, { route, rateGroup: group })
        Object.assign(set.headers, deps.limiter.count(group, null, context))
        if (group === 'claim') requirePrivateAnswer(request)
        refuseWhenFull(deps, request, group)
        refuseRepeated(request)
        return { client: context as ClientBuckets, body: await bodyFor(deps, request, 'plain') }
      },
      { rateGroup: group, bodyBytesMax: BODY_BYTES_MAX.plain },
    ),
  )

/** The caller of a route, and the payment of a call without a key; `answered` when a replay already answered it. */
type PassedKeyGuard = {
  readonly caller: Caller
  readonly payment: PaidRun | null
  readonly answered: Response | null
}

/**
 * Guards routes that need an API key, or a payment where they are sold; with a key nothing is charged. In this order: presence of a key,
 * rate limit, owner of the key and launcher secret (401 whatever the body is), form of the body; the schema is checked after all of them.
 * A known idempotency key counts in the rate limit of replays instead of the route's own, and its replay needs no secret. A payment
 * header is parsed in place of the key, and verified after the schema.
 */
export const keyGuard = (deps: IdentifyDeps & PaymentGateDeps, group: KeyGroup, options: KeyGuardOptions = {}) => {
  const gate = options.who === undefined ? createPaymentGate(deps, group) : null
  const identifyRequest = documented(
    async ({ request, route, set }: GuardContext): Promise<IdentifiedCall> => {
      requestContext(request).route = route
      if (options.payerOnly && !gate) throw new AppError('payments_disabled')
      const identified = await (gate && (options.payerOnly || !request.headers.get('x-svc-api-key'))
        ? identifyByPayment(deps, group, options, gate, request)
        : identifyByKey(deps, group, options, request, set.headers))
      refuseRepeated(request)
      return identified
    },
    {
      rateGroup: group,
      key: options.who ?? 'any',
      ...(options.payerOnly ? { payerOnly: true, switchedOff: !gate } : {}),
      idempotent: options.idempotent === true,
      launcher: options.launcher === true,
      bodyBytesMax: BODY_BYTES_MAX[options.body ?? 'plain'],
      ...(gate ? { price: gate.price, refuses: PAYMENT_REFUSALS } : {}),
    },
  )
  return new Elysia({ name: 'key-guard', seed: `${group} ${JSON.stringify(options)}` })
    .onParse({ as: 'scoped' }, unreadBody)
    .derive({ as: 'scoped' }, identifyRequest)
    .resolve({ as: 'scoped' }, async ({ caller, request, body, presented }): Promise<PassedKeyGuard> => {
      const passed = { caller, payment: null, answered: null }
      return presented ? { ...passed, ...(await gate!.admit(request, presented, body)) } : passed
    })
    .onBeforeHandle({ as: 'scoped' }, ({ answered }) => answered ?? undefined)
}
