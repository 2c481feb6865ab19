import type { Caller } from '../../domain/api-key.ts'
import type { WebhookId } from '../../domain/brands.ts'
import { AppError, invalidFields } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { WEBHOOK_SECRET_BYTES, webhookSecretText } from '../../domain/webhooks/webhook-signature.ts'
import {
  type EndpointFormat,
  isMail,
  isNotice,
  shownUrl,
  type WebhookEndpoint,
  type WebhookRegistration,
  webhookUrlError,
} from '../../domain/webhooks/webhook.ts'
import { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'

/** A new endpoint with its secret, which is returned once and otherwise stored sealed only. */
export interface NewSecret {
  readonly endpoint: WebhookEndpoint
  readonly secret: Secret<string>
}

/** A secret and what is stored of it. */
export function makeWebhookSecret({ ids, webhookSecrets }: Pick<Deps, 'ids' | 'webhookSecrets'>, id: WebhookId) {
  const secret = webhookSecretText(ids.bytes(WEBHOOK_SECRET_BYTES))
  return { secret, sealedSecret: webhookSecrets.seal(secret, id) }
}

/** What is stored of the address of a chat or a mailbox: all of it sealed, and what may be shown. */
const sealedAddress = (
  { webhookSecrets }: Pick<Deps, 'webhookSecrets'>,
  { id, url, format }: { readonly id: WebhookId; readonly url: string; readonly format: EndpointFormat },
) => ({ url: shownUrl(url, format), sealedUrl: webhookSecrets.seal(new Secret(url), id) })

/** Nobody but the operator has the service write to a mailbox, and only where the operator named a mail server. */
function checkMail({ mail }: Pick<Deps, 'mail'>, caller: Caller): void {
  if (!caller.operator) throw new AppError('operator_key_required')
  if (mail === null) throw invalidFields([{ path: '/format', message: 'cannot be email: this service has no SMTP_URL in its settings' }])
}

/**
 * Registers an endpoint for the caller's events, at most 20 per key. From now on its deliveries are queued in the commits that record the
 * events. Of a chat's address nothing but the origin is stored in plain text, of a mailbox the domain.
 *
 * @see rules 10.21, 10.34
 */
export async function registerEndpoint(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids' | 'policy' | 'mail' | 'webhookSecrets'>,
  caller: Caller,
  { url, format = 'standard', events, label }: WebhookRegistration,
  { loopbackAllowed = deps.policy.simulatedOpen } = {},
): Promise<NewSecret> {
  const { storage, clock, ids } = deps
  if (isMail(format)) checkMail(deps, caller)
  const urlError = webhookUrlError(url, { format, loopbackAllowed })
  if (urlError) throw invalidFields([urlError])
  const id = ids.id('wh')
  const { secret, sealedSecret } = makeWebhookSecret(deps, id)
  const endpoint: WebhookEndpoint = {
    id,
    keyId: caller.keyId,
    ...(isNotice(format) ? sealedAddress(deps, { id, url, format }) : { url, sealedUrl: null }),
    format,
    events,
    label: label ?? null,
    disabled: null,
    sealedSecret,
    previous: null,
    firstFailedAtMs: null,
    failures: 0,
    createdAtMs: clock.nowMs(),
  }
  await storage.transaction(async (tx) => {
    await tx.lock(`webhooks ${caller.keyId}`)
    const limit = LIMITS.webhookEndpointsPerKey
    if ((await tx.webhooks.count(caller.keyId)) >= limit) throw new AppError('webhook_endpoints_exceeded', { limit })
    await tx.webhooks.insert(endpoint)
  })
  return { endpoint, secret }
}
