import { type Static, Type } from '@sinclair/typebox'
import { EventName } from '../../domain/events.ts'
import {
  DELIVERY_STATES,
  DISABLED_REASONS,
  type DeliveryAttempt,
  FormatName,
  SubscriptionName,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../domain/webhooks/webhook.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable } from '../../domain/json.ts'

/** Schema of a webhook; its secret is never in it. */
export const WebhookView = Type.Object({
  id: Type.String(),
  keyId: Type.String({ description: 'Whose it is.' }),
  url: Type.String({ description: 'Of a chat its origin alone, of a mailbox its domain: the whole address is not shown again.' }),
  format: FormatName,
  events: Type.Array(SubscriptionName),
  label: Nullable(Type.String()),
  active: Type.Boolean(),
  disabledReason: Nullable(
    Enum(Object.values(DISABLED_REASONS), {
      description: 'Why it was switched off. A test that is answered with 2xx switches it on again.',
    }),
  ),
  failingSince: Nullable(DateTime({ description: 'No attempt has succeeded since then.' })),
  createdAt: DateTime(),
})
WebhookView.title = 'Webhook'

export type WebhookView = Static<typeof WebhookView>

/** A webhook as its owner sees it. */
export const webhookView = ({
  id,
  keyId,
  url,
  format,
  events,
  label,
  disabled,
  firstFailedAtMs,
  createdAtMs,
}: WebhookEndpoint): WebhookView => ({
  id,
  keyId,
  url,
  format,
  events: [...events],
  label,
  active: disabled === null,
  disabledReason: disabled && DISABLED_REASONS[disabled],
  failingSince: isoOrNull(firstFailedAtMs),
  createdAt: iso(createdAtMs),
})

/** Schema of one attempt. */
export const AttemptView = Type.Object({
  at: DateTime(),
  status: Nullable(
    Type.Integer({ description: 'Of a mailbox the reply code of its mail server. Null when nothing answered; error says why.' }),
  ),
  durationMs: Type.Integer(),
  answer: Type.String({ description: 'The first 512 bytes of the answer.' }),
  error: Nullable(Type.String()),
})
AttemptView.title = 'DeliveryAttempt'

export type AttemptView = Static<typeof AttemptView>

/** One attempt as the owner sees it. */
export const attemptView = ({ atMs, status, durationMs, answerStart, error }: DeliveryAttempt): AttemptView => ({
  at: iso(atMs),
  status,
  durationMs,
  answer: answerStart,
  error,
})

/** Schema of a line of the delivery log. */
export const DeliveryView = Type.Object({
  id: Type.String(),
  eventId: Type.String({ description: 'Sent as webhook-id, the same at every attempt and redelivery.' }),
  type: EventName,
  state: Enum(DELIVERY_STATES),
  attempts: Type.Array(AttemptView),
  nextAttemptAt: Nullable(DateTime({ description: 'A pending one that failed is not tried again before.' })),
  createdAt: DateTime(),
})
DeliveryView.title = 'Delivery'

export type DeliveryView = Static<typeof DeliveryView>

/** A line of the delivery log. */
export const deliveryView = ({ id, eventId, eventType, state, attempts, nextAttemptAtMs, createdAtMs }: WebhookDelivery): DeliveryView => ({
  id,
  eventId,
  type: eventType,
  state,
  attempts: attempts.map(attemptView),
  nextAttemptAt: isoOrNull(nextAttemptAtMs),
  createdAt: iso(createdAtMs),
})
