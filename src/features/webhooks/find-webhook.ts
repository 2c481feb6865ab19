import type { Caller } from '../../domain/api-key.ts'
import type { WebhookId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * The endpoint, if the caller may see it: its own, or any for the operator. An endpoint of another key is answered like one that does not
 * exist.
 */
export async function findWebhook({ storage }: Pick<Deps, 'storage'>, caller: Caller, id: WebhookId): Promise<WebhookEndpoint> {
  const endpoint = await storage.webhooks.find(id)
  if (!endpoint || (endpoint.keyId !== caller.keyId && !caller.operator)) throw new AppError('webhook_not_found')
  return endpoint
}
