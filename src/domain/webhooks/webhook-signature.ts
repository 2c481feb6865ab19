import { Webhook } from 'standardwebhooks'
import { fromBase64, toBase64 } from '../../lib/bytes.ts'
import type { UnixMs } from '../brands.ts'
import { Secret } from '../../lib/secret.ts'

/** Prefix of every secret; base64 follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_'
/** Bytes of a new secret; Standard Webhooks asks for 24 to 64. */
export const WEBHOOK_SECRET_BYTES = 32

/** The text of a secret, as receivers' libraries take it. */
export const webhookSecretText = (random: Uint8Array): Secret<string> => new Secret(WEBHOOK_SECRET_PREFIX + toBase64(random))

/** One message as it is sent: the id stays the same at every attempt, the timestamp is the attempt's. */
export interface WebhookMessage {
  readonly id: string
  readonly atMs: UnixMs
  readonly body: string
}

/**
 * The three headers by which receivers verify a message. Every secret gives one signature, so that a receiver may hold
 * either while they are exchanged.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function webhookHeaders({ id, atMs, body }: WebhookMessage, secrets: readonly Secret<string>[]): Record<string, string> {
  const signatures = secrets.map((secret) => signerOf(secret).sign(id, new Date(atMs), body))
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(atMs / 1000)), 'webhook-signature': signatures.join(' ') }
}

/** Signs with this secret. Checked first, since the library also takes a secret without its prefix, and its errors could quote it. */
function signerOf(secret: Secret<string>): Webhook {
  const text = secret.reveal()
  const bytes = text.startsWith(WEBHOOK_SECRET_PREFIX) ? fromBase64(text.slice(WEBHOOK_SECRET_PREFIX.length)) : null
  if (!bytes?.length) throw new Error('a stored webhook secret is not one')
  return new Webhook(text)
}
