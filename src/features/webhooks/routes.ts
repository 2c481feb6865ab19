import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { DeliveryId, WebhookId } from '../../domain/brands.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { WebhookRegistration } from '../../domain/webhooks/webhook.ts'
import { Lookup } from '../../domain/text/text.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { actorOf } from '../../http/request/actor-of.ts'
import { mayControlSimulation } from '../../http/request/came-directly.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { Enum, Ok } from '../../domain/json.ts'
import { idParam, ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { findWebhook } from './find-webhook.ts'
import { redeliver } from './redeliver.ts'
import { type NewSecret, registerEndpoint } from './register-endpoint.ts'
import { rotateSecret } from './rotate-secret.ts'
import { sendTest } from './send-test.ts'
import { AttemptView, attemptView, DeliveryView, deliveryView, WebhookView, webhookView } from './webhook-view.ts'

const deliveryParam = Type.Object({
  id: Lookup<WebhookId>({ maxLength: FIELD_LIMITS.idMax }),
  deliveryId: Lookup<DeliveryId>({ maxLength: FIELD_LIMITS.deliveryIdMax }),
})
const listQuery = Type.Object(
  {
    ...ListOf.query().properties,
    state: Type.Optional(Enum(['failing'], { description: 'Only those that are switched off, or whose last attempt failed.' })),
  },
  { additionalProperties: false },
)
const SecretAnswer = Ok({ webhook: WebhookView, secret: Type.String({ description: 'whsec_…, shown this once; verifies the messages.' }) })

const secretAnswer = ({ endpoint, secret }: NewSecret) => ({
  ok: true as const,
  webhook: webhookView(endpoint),
  secret: secret.reveal(),
})

/** Register, list, test and delete webhooks; their delivery log. @see rules 10.21 */
export const webhookRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'webhooks', prefix: '/api/webhooks', tags: ['webhooks'] })
    .use(readRoutes(deps))
    .use(changeRoutes(deps))
    .use(deliveryRoutes(deps))

const readRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(keyGuard(deps, 'webhook-reads'))
    .get(
      '',
      async ({ caller, query }) => {
        const which = { failing: query.state === 'failing' }
        const page = await deps.storage.webhooks.list(caller.operator ? null : caller.keyId, pageQuery(query), which)
        return pageOf('webhooks', page, webhookView)
      },
      {
        query: listQuery,
        response: { 200: ListOf('webhooks', WebhookView) },
        detail: { operationId: 'listWebhooks', summary: 'Your webhooks, or all for the operator' },
      },
    )
    .get(
      '/:id/deliveries',
      async ({ caller, params, query }) => {
        const { id } = await findWebhook(deps, caller, params.id)
        return pageOf('deliveries', await deps.storage.webhooks.listDeliveries(id, pageQuery(query)), deliveryView)
      },
      {
        params: idParam<WebhookId>(),
        query: ListOf.query(),
        response: { 200: ListOf('deliveries', DeliveryView) },
        detail: {
          operationId: 'listDeliveries',
          summary: 'Delivery log, newest first; ended deliveries stay for 30 days',
          ...routeDocs({ refuses: ['webhook_not_found'] }),
        },
      },
    )

const changeRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(keyGuard(deps, 'webhooks'))
    .post(
      '',
      async ({ caller, body, set, request }) => {
        const made = await registerEndpoint(deps, caller, body, { loopbackAllowed: mayControlSimulation(deps.policy, request) })
        set.status = 201
        set.headers['cache-control'] = 'no-store'
        return secretAnswer(made)
      },
      {
        body: WebhookRegistration,
        response: { 201: SecretAnswer },
        detail: {
          operationId: 'registerWebhook',
          summary: 'Register a webhook; at most 20 a key',
          ...routeDocs({ refuses: ['webhook_endpoints_exceeded', 'operator_key_required'] }),
        },
      },
    )
    .delete(
      '/:id',
      async ({ caller, params: { id }, request }) => {
        await deleteEndpoint(deps, caller, actorOf(caller, request), id)
        return { ok: true as const, deleted: true as const, id }
      },
      {
        params: idParam<WebhookId>(),
        response: { 200: Ok({ deleted: Type.Literal(true), id: Type.String() }) },
        detail: {
          operationId: 'deleteWebhook',
          summary: 'Delete a webhook, its log, and what still waits for it',
          ...routeDocs({ refuses: ['webhook_not_found'] }),
        },
      },
    )
    .post(
      '/:id/rotate',
      async ({ caller, params, set }) => {
        const made = await rotateSecret(deps, caller, params.id)
        set.headers['cache-control'] = 'no-store'
        return secretAnswer(made)
      },
      {
        params: idParam<WebhookId>(),
        response: { 200: SecretAnswer },
        detail: {
          operationId: 'rotateWebhookSecret',
          summary: 'New secret; for 24 h messages are signed with the old one too',
          ...routeDocs({ refuses: ['webhook_not_found', 'webhook_already_rotated'] }),
        },
      },
    )

const deliveryRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(keyGuard(deps, 'webhooks'))
    .post(
      '/:id/test',
      async ({ caller, params }) => {
        const { endpoint, delivered, attempt } = await sendTest(deps, caller, params.id)
        return { ok: true as const, delivered, attempt: attemptView(attempt), webhook: webhookView(endpoint) }
      },
      {
        params: idParam<WebhookId>(),
        response: { 200: Ok({ delivered: Type.Boolean(), attempt: AttemptView, webhook: WebhookView }) },
        detail: {
          operationId: 'testWebhook',
          summary: 'Send a webhook.test message now, and see what the receiver answers',
          ...routeDocs({ refuses: ['webhook_not_found'] }),
        },
      },
    )
    .post(
      '/:id/deliveries/:deliveryId/redeliver',
      async ({ caller, params, set }) => {
        const ids = { webhookId: params.id, deliveryId: params.deliveryId }
        const delivery = await redeliver(deps, caller, ids)
        set.status = 202
        return { ok: true as const, delivery: deliveryView(delivery) }
      },
      {
        params: deliveryParam,
        response: { 202: Ok({ delivery: DeliveryView }) },
        detail: {
          operationId: 'redeliver',
          summary: 'Send an event again, with the same webhook-id',
          ...routeDocs({ refuses: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled', 'webhook_log_full'] }),
        },
      },
    )
