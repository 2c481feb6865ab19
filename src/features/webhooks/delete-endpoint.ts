import type { Caller } from '../../domain/api-key.ts'
import type { WebhookId } from '../../domain/brands.ts'
import { shownHost } from '../../domain/webhooks/webhook.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'
import { findWebhook } from './find-webhook.ts'

/**
 * Deletes an endpoint with its log and what waits for it. An operator's deletion of another's is written into the log first: the rows
 * go in batches, each a commit of its own.
 */
export async function deleteEndpoint(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  caller: Caller,
  by: Actor | null,
  id: WebhookId,
): Promise<void> {
  const endpoint = await findWebhook(deps, caller, id)
  if (endpoint.keyId !== caller.keyId) {
    const detail = { owner: endpoint.keyId, host: shownHost(endpoint) }
    await deps.storage.transaction((tx) => recordAct(deps, tx, by, { kind: 'webhook.deleted', subject: id, detail }))
  }
  await deps.storage.webhooks.delete(id)
}
