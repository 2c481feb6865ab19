import { LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { mailAddressOf } from '../../domain/webhooks/mail-address.ts'
import { NOTICE_BODIES, noticeMail } from '../../domain/webhooks/notice-formats.ts'
import type { ChatNotice } from '../../domain/webhooks/notice.ts'
import { webhookHeaders } from '../../domain/webhooks/webhook-signature.ts'
import { type DeliveryAttempt, isMail, isNotice, type WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import { FetchRefused, type Posted } from '../../ports/outbound/web.ts'

/** The message: id and body are the same at every attempt. */
export interface OutgoingMessage {
  readonly id: string
  readonly body: string
  /** What a chat is told instead. */
  readonly notice: () => ChatNotice
}

type SendDeps = Pick<Deps, 'clock' | 'tracer' | 'web' | 'mail' | 'webhookSecrets' | 'redact'>

/**
 * Sends the message once, in the endpoint's format and to a program signed with every valid secret, and returns the attempt; a receiver's
 * failure is a result. Throws only when the secrets cannot be opened.
 */
export function attemptDelivery(deps: SendDeps, endpoint: WebhookEndpoint, message: OutgoingMessage): Promise<DeliveryAttempt> {
  const start = {
    name: 'webhook attempt',
    kind: 'client',
    attributes: { 'messaging.message.id': message.id, format: endpoint.format },
  } as const
  return deps.tracer.span(start, async (note) => {
    const attempt = await attempted(deps, endpoint, message)
    note(start.name, { 'http.response.status_code': attempt.status ?? 0 })
    return attempt
  })
}

async function attempted(deps: SendDeps, endpoint: WebhookEndpoint, message: OutgoingMessage): Promise<DeliveryAttempt> {
  const { clock, redact } = deps
  const atMs = clock.nowMs()
  const startedMs = clock.machineMs()
  const { sealedUrl } = endpoint
  const address = sealedUrl === null ? null : deps.webhookSecrets.open(sealedUrl, endpoint.id)
  try {
    const { status, bodyStart, durationMs } = await (isMail(endpoint.format)
      ? mailed(deps, address!.reveal(), message)
      : posted(deps, endpoint, address?.reveal() ?? endpoint.url, message))
    const answer = redact(address === null ? bodyStart : withoutAddress(bodyStart, address))
    return { atMs, status, durationMs, answerStart: firstBytes(answer, OWN_LIMITS.webhookLogBytesMax), error: null }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { atMs, status: null, durationMs: clock.machineMs() - startedMs, answerStart: '', error: error.reason }
  }
}

async function posted(
  { clock, tracer, web, webhookSecrets }: SendDeps,
  { id, format, sealedSecret, previous }: WebhookEndpoint,
  url: string,
  message: OutgoingMessage,
): Promise<Posted> {
  const sealed = previous && previous.untilMs > clock.nowMs() ? [sealedSecret, previous.sealedSecret] : [sealedSecret]
  const secrets = sealed.map((text) => webhookSecrets.open(text, id))
  const body = isNotice(format) && !isMail(format) ? JSON.stringify(NOTICE_BODIES[format](message.notice())) : message.body
  return web.post(url, {
    headers: {
      'content-type': 'application/json',
      ...tracer.headers(),
      ...webhookHeaders({ id: message.id, atMs: clock.machineMs(), body }, secrets),
    },
    body,
    timeoutMs: LIMITS.webhookTimeoutMs,
    answerBytesMax: OWN_LIMITS.webhookAnswerBytesMax,
  })
}

async function mailed({ clock, mail }: SendDeps, url: string, message: OutgoingMessage): Promise<Posted> {
  if (mail === null) throw new FetchRefused('it is a mailbox, and this service has no SMTP_URL in its settings any more')
  const mailMessage = { ...noticeMail(message.notice()), to: mailAddressOf(url)!, id: message.id, at: new Date(clock.nowMs()) }
  const startedMs = clock.machineMs()
  const { status, text } = await mail.send(mailMessage, { timeoutMs: LIMITS.webhookTimeoutMs })
  return { status, bodyStart: text, durationMs: clock.machineMs() - startedMs }
}

/** The parts of a chat's address that are this long may be its secret. */
const SECRET_PART_CHARACTERS_MIN = 6

/** Mail servers repeat the recipient, some in capitals. */
const WORD = /[^\s<>]+/g

/** The answer without what could be the secret of the address, or of a mail server without any mailbox. */
function withoutAddress(answer: string, address: Secret<string>): string {
  if (mailAddressOf(address.reveal()) !== null) return answer.replaceAll(WORD, (word) => (word.includes('@') ? '[removed]' : word))
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
