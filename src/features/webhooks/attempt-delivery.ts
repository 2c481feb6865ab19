import { LIMITS } from '../../domain/limits.ts'
import { webhookHeaders } from '../../domain/webhooks/webhook-signature.ts'
import type { DeliveryAttempt, WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import type { Deps } from '../../ports/deps.ts'
import { FetchRefused } from '../../ports/web.ts'

/** The message: id and body are the same at every attempt. */
export interface OutgoingMessage {
  readonly id: string
  readonly body: string
}

/**
 * Sends the message once, signed with every valid secret, and returns the attempt; a receiver's failure is a result. Throws only when the
 * secrets cannot be opened.
 */
export async function attemptDelivery(
  { clock, web, webhookSecrets, redact }: Pick<Deps, 'clock' | 'web' | 'webhookSecrets' | 'redact'>,
  endpoint: WebhookEndpoint,
  { id, body }: OutgoingMessage,
): Promise<DeliveryAttempt> {
  const atMs = clock.nowMs()
  const startedMs = clock.machineMs()
  const { sealedSecret, previous } = endpoint
  const sealed = previous && previous.untilMs > atMs ? [sealedSecret, previous.sealedSecret] : [sealedSecret]
  const secrets = sealed.map((text) => webhookSecrets.open(text, endpoint.id))
  const headers = { 'content-type': 'application/json', ...webhookHeaders({ id, atMs: startedMs, body }, secrets) }
  try {
    const { status, bodyStart, durationMs } = await web.post(endpoint.url, {
      headers,
      body,
      timeoutMs: LIMITS.webhookTimeoutMs,
      answerBytesMax: LIMITS.webhookAnswerBytesMax,
    })
    return { atMs, status, durationMs, answerStart: firstBytes(redact(bodyStart), LIMITS.webhookLogBytesMax), error: null }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { atMs, status: null, durationMs: clock.machineMs() - startedMs, answerStart: '', error: error.reason }
  }
}

/** The longest prefix of the text that fits in so many bytes of UTF-8. */
function firstBytes(text: string, bytesMax: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax))
  return text.slice(0, read)
}
