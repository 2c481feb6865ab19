import type { Caller } from '../../domain/api-key.ts'
import type { WebhookId } from '../../domain/brands.ts'
import { isDelivered } from '../../domain/webhooks/webhook-schedule.ts'
import { type DeliveryAttempt, messageBody, TEST_MESSAGE_TYPE, type WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import type { Deps } from '../../ports/deps.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { findWebhook } from './find-webhook.ts'

/** The outcome of a test message. */
export interface TestResult {
  readonly endpoint: WebhookEndpoint
  readonly delivered: boolean
  readonly attempt: DeliveryAttempt
}

/**
 * Sends one test message now, bypassing the queue and its backoff. If the receiver accepts it, a disabled endpoint is enabled
 * again, and its waiting deliveries follow.
 */
export async function sendTest(
  deps: Pick<Deps, 'storage' | 'tracer' | 'clock' | 'ids' | 'web' | 'mail' | 'webhookSecrets' | 'redact'>,
  caller: Caller,
  id: WebhookId,
): Promise<TestResult> {
  const endpoint = await findWebhook(deps, caller, id)
  const data = { webhookId: id, text: 'This is a test; a real message reports an event.' }
  const body = messageBody({ type: TEST_MESSAGE_TYPE, atMs: deps.clock.nowMs(), data })
  const attempt = await attemptDelivery(deps, endpoint, {
    id: deps.ids.id('evt_test'),
    body,
    notice: () => ({ text: data.text, url: null }),
  })
  const delivered = isDelivered(attempt.status)
  const { webhooks } = deps.storage
  if (!delivered || endpoint.disabled === null) return { endpoint, delivered, attempt }
  const enabled = (await webhooks.enable(id, endpoint.disabled)) ?? (await webhooks.find(id))
  return { endpoint: enabled ?? endpoint, delivered, attempt }
}
