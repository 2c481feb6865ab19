import type { Insertable, Selectable } from 'kysely'
import { type DeliveryId, type KeyId, type UnixMs, unixMs, type WebhookId } from '../../../domain/brands.ts'
import type { EventType } from '../../../domain/events.ts'
import type {
  DeliveryAttempt,
  DeliveryState,
  DisabledReason,
  EndpointFormat,
  Subscription,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../../domain/webhooks/webhook.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import type { Database } from '../schema.ts'

/** The row of a new endpoint. */
export const toEndpointRow = (endpoint: WebhookEndpoint): Insertable<Database['webhook_endpoint']> => ({
  id: endpoint.id,
  key_id: endpoint.keyId,
  url: endpoint.url,
  format: endpoint.format,
  sealed_url: endpoint.sealedUrl,
  events_json: toJson(endpoint.events),
  label: endpoint.label,
  disabled: endpoint.disabled,
  sealed_secret: endpoint.sealedSecret,
  previous_sealed_secret: endpoint.previous?.sealedSecret ?? null,
  previous_until_ms: endpoint.previous?.untilMs ?? null,
  first_failed_at_ms: endpoint.firstFailedAtMs,
  failures: endpoint.failures,
  next_attempt_at_ms: 0,
  lease: null,
  leased_until_ms: 0,
  created_at_ms: endpoint.createdAtMs,
})

/** The endpoint of a row. */
export const toEndpoint = (row: Selectable<Database['webhook_endpoint']>): WebhookEndpoint => ({
  id: row.id as WebhookId,
  keyId: row.key_id as KeyId,
  url: row.url,
  format: row.format as EndpointFormat,
  sealedUrl: row.sealed_url,
  events: fromJson<Subscription[]>(row.events_json),
  label: row.label,
  disabled: row.disabled as DisabledReason | null,
  sealedSecret: row.sealed_secret,
  previous:
    row.previous_sealed_secret === null ? null : { sealedSecret: row.previous_sealed_secret, untilMs: unixMs(row.previous_until_ms ?? 0) },
  firstFailedAtMs: row.first_failed_at_ms === null ? null : unixMs(row.first_failed_at_ms),
  failures: row.failures,
  createdAtMs: unixMs(row.created_at_ms),
})

/** The row of a new delivery, at the end of its endpoint's queue. */
export const toDeliveryRow = (delivery: {
  readonly id: DeliveryId
  readonly endpointId: string
  readonly eventId: string
  readonly lastPosition: number | null
  readonly nowMs: UnixMs
}): Insertable<Database['webhook_delivery']> => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  state: 'pending',
  pending: 1,
  attempts_json: toJson([]),
  position: Math.max(delivery.nowMs * 100, (delivery.lastPosition ?? 0) + 1),
  due_at_ms: 0,
  created_at_ms: delivery.nowMs,
  finished_at_ms: null,
})

/** The delivery of a row and its event's type. */
export const toDelivery = (row: Selectable<Database['webhook_delivery']> & { readonly type: string }): WebhookDelivery => ({
  id: row.id as DeliveryId,
  endpointId: row.endpoint_id as WebhookId,
  eventId: row.event_id,
  eventType: row.type as EventType,
  state: row.state as DeliveryState,
  attempts: fromJson<DeliveryAttempt[]>(row.attempts_json),
  nextAttemptAtMs: row.pending === 1 && row.due_at_ms > 0 ? unixMs(row.due_at_ms) : null,
  createdAtMs: unixMs(row.created_at_ms),
})
