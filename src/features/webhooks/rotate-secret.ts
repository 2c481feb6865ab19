import type { Caller } from '../../domain/api-key.ts'
import { unixMs, type WebhookId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { findWebhook } from './find-webhook.ts'
import { makeWebhookSecret, type NewSecret } from './register-endpoint.ts'

/**
 * Gives the endpoint a new secret. For a day messages also carry a signature of the previous one; rotating again in that time drops it.
 * Of two concurrent rotations one wins, so that nobody receives a secret that never signs.
 */
export async function rotateSecret(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids' | 'webhookSecrets'>,
  caller: Caller,
  id: WebhookId,
): Promise<NewSecret> {
  const { sealedSecret: expectedSealed } = await findWebhook(deps, caller, id)
  const { secret, sealedSecret } = makeWebhookSecret(deps, id)
  const previousUntilMs = unixMs(deps.clock.nowMs() + LIMITS.secretOverlapMs)
  const endpoint = await deps.storage.webhooks.rotateSecret(id, expectedSealed, { sealedSecret, previousUntilMs })
  if (!endpoint) {
    // Deleted, or rotated concurrently.
    await findWebhook(deps, caller, id)
    throw new AppError('webhook_already_rotated')
  }
  return { endpoint, secret }
}
