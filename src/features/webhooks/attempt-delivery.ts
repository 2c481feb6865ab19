import { LIMITS } from '../../domain/limits.ts'
import { NOTICE_BODIES } from '../../domain/webhooks/notice-formats.ts'
import type { Notice } from '../../domain/webhooks/notice.ts'
import { webhookHeaders } from '../../domain/webhooks/webhook-signature.ts'
import { type DeliveryAttempt, isNotice, type WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import { FetchRefused } from '../../ports/web.ts'

/** The message: id and body are the same at every attempt. */
export interface OutgoingMessage {
  readonly id: string
  readonly body: string
  /** What a chat is told instead. */
  readonly notice: () => Notice
}

/**
 * Sends the message once, in the endpoint's format and signed with every valid secret, and returns the attempt; a receiver's failure is
 * a result. Throws only when the secrets cannot be opened.
 */
export async function attemptDelivery(
  { clock, web, webhookSecrets, redact }: Pick<Deps, 'clock' | 'web' | 'webhookSecrets' | 'redact'>,
  endpoint: WebhookEndpoint,
  message: OutgoingMessage,
): Promise<DeliveryAttempt> {
  const atMs = clock.nowMs()
  const startedMs = clock.machineMs()
  const { format, sealedSecret, sealedUrl, previous } = endpoint
  const sealed = previous && previous.untilMs > atMs ? [sealedSecret, previous.sealedSecret] : [sealedSecret]
  const secrets = sealed.map((text) => webhookSecrets.open(text, endpoint.id))
  const address = sealedUrl === null ? null : webhookSecrets.open(sealedUrl, endpoint.id)
  const body = isNotice(format) ? JSON.stringify(NOTICE_BODIES[format](message.notice())) : message.body
  const headers = { 'content-type': 'application/json', ...webhookHeaders({ id: message.id, atMs: startedMs, body }, secrets) }
  try {
    const { status, bodyStart, durationMs } = await web.post(address === null ? endpoint.url : address.reveal(), {
      headers,
      body,
      timeoutMs: LIMITS.webhookTimeoutMs,
      answerBytesMax: LIMITS.webhookAnswerBytesMax,
    })
    const answer = redact(address === null ? bodyStart : withoutAddress(bodyStart, address))
    return { atMs, status, durationMs, answerStart: firstBytes(answer, LIMITS.webhookLogBytesMax), error: null }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { atMs, status: null, durationMs: clock.machineMs() - startedMs, answerStart: '', error: error.reason }
  }
}

/** The parts of a chat's address that are this long may be its secret. */
const SECRET_PART_CHARACTERS_MIN = 6

/** The answer without what could be the secret of the address. */
function withoutAddress(answer: string, address: Secret<string>): string {
  const { pathname, search } = new URL(address.reveal())
  const parts = `${pathname}${search}`.split(/[/?&=]/).flatMap((part) => [part, decoded(part)])
  return parts
    .filter((part) => part.length >= SECRET_PART_CHARACTERS_MIN)
    .reduce((text, part) => text.replaceAll(part, '[removed]'), answer)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The longest prefix of the text that fits in so many bytes of UTF-8. */
function firstBytes(text: string, bytesMax: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax))
  return text.slice(0, read)
}
