import type { Caller } from '../../domain/api-key.ts'
import { unixMs, type WebhookId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { findWebhook } from './find-webhook.ts'
import { makeWebhookSecret, type NewSecret } from './register-endpoint.ts'

/**
 * Gives the endpoint a new secret. For a day messages carry a signature of the old one too; rotating again in that time drops
 * the older of the two.
 *
 * @throws AppError webhook_not_found
 */
export async function rotateSecret(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids' | 'webhookSecrets'>,
  caller: Caller,
  id: WebhookId,
): Promise<NewSecret> {
  await findWebhook(deps, caller, id)
  const { secret, sealedSecret } = makeWebhookSecret(deps, id)
  const previousUntilMs = unixMs(deps.clock.nowMs() + LIMITS.webhookSecretOverlapMs)
  const endpoint = await deps.storage.webhooks.rotateSecret(id, sealedSecret, previousUntilMs)
  if (!endpoint) throw new AppError('webhook_not_found')
  return { endpoint, secret }
}
