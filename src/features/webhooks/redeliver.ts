import { WAIT_SEC } from '../../domain/limits/retry-after-sec.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { DeliveryId, WebhookId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { DISABLED_REASONS, type WebhookDelivery } from '../../domain/webhooks/webhook.ts'
import type { Deps } from '../../ports/deps.ts'
import { findWebhook } from './find-webhook.ts'

/**
 * Sends an event again, with its own `webhook-id`. A pending delivery becomes due at once; for a finished one a new delivery is queued
 * and returned.
 */
export async function redeliver(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  caller: Caller,
  { webhookId, deliveryId }: { readonly webhookId: WebhookId; readonly deliveryId: DeliveryId },
): Promise<WebhookDelivery> {
  const { disabled } = await findWebhook(deps, caller, webhookId)
  if (disabled !== null) throw new AppError('webhook_disabled', { id: webhookId, reason: DISABLED_REASONS[disabled] })
  const copyId = deps.ids.id('dlv')
  const delivery = await deps.storage.transaction(async (tx) => {
    // Two at once would each find room for one more in their owner's log.
    await tx.lock('webhook log')
    return tx.webhooks.redeliver(webhookId, deliveryId, copyId, deps.clock.nowMs())
  })
  if (delivery === 'full')
    throw new AppError('webhook_log_full', { limit: OWN_LIMITS.webhookLogPerOwner, retryAfterSec: WAIT_SEC.failedOfOwner })
  if (!delivery) throw new AppError('delivery_not_found', { id: webhookId })
  return delivery
}
