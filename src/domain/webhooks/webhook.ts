import type { FieldError } from '../errors/field-error.ts'
import { type Static, Type } from '@sinclair/typebox'
import { hasPublicPort, type OutboundUrl, parseOutboundUrl } from '../../lib/outbound-url.ts'
import { isLoopbackAddress, isPublicAddress } from '../../lib/public-address.ts'
import type { DeliveryId, KeyId, UnixMs, WebhookId } from '../brands.ts'
import { EVENT_TYPES, type EventType } from '../events.ts'
import { Enum, iso } from '../json.ts'
import { LIMITS } from '../limits.ts'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import { Text } from '../text/text.ts'
import { mailUrlError, shownMailUrl } from './mail-address.ts'
import { CHAT_FORMATS, type ChatFormat } from './notice-formats.ts'

/** Subscribes to every event, those of later versions too. */
const EVERY_EVENT = '*'

/** What an endpoint subscribes to: a type, or all of them. */
export type Subscription = EventType | typeof EVERY_EVENT

/** Wire form of a subscription. */
export const SubscriptionName = Enum<Subscription>([...EVENT_TYPES, EVERY_EVENT], { title: 'Subscription' })

/** True when these subscriptions include the type. */
export const includesType = (subscriptions: readonly Subscription[], type: EventType): boolean =>
  subscriptions.includes(type) || subscriptions.includes(EVERY_EVENT)

/** Signed messages by Standard Webhooks. */
const SIGNED_FORMAT = 'standard'

/** Notices to the mailbox of somebody whom the operator chose. */
const MAIL_FORMAT = 'email'

/** What an endpoint is sent: signed messages, or notices for a chat or a mailbox. */
export type EndpointFormat = typeof SIGNED_FORMAT | ChatFormat | typeof MAIL_FORMAT

/** Wire form of an endpoint's format. */
export const FormatName = Enum<EndpointFormat>([SIGNED_FORMAT, ...CHAT_FORMATS, MAIL_FORMAT], {
  title: 'WebhookFormat',
  description:
    'standard: signed messages with the event’s data. The others: a sentence for people, as that chat’s webhooks take it; email, for the operator’s key alone, as a mail.',
})

/** True for an endpoint of people, whose address is kept sealed. */
export const isNotice = (format: EndpointFormat): format is ChatFormat | typeof MAIL_FORMAT => format !== SIGNED_FORMAT

/** True for an endpoint that is written to by mail. */
export const isMail = (format: EndpointFormat): format is typeof MAIL_FORMAT => format === MAIL_FORMAT

/** What is shown of an address that is kept sealed: the origin of a chat, the domain of a mailbox. */
export const shownUrl = (url: string, format: EndpointFormat): string => (isMail(format) ? shownMailUrl(url) : new URL(url).origin)

/** The host of an endpoint's URL as it is shown; of a mailbox its domain. */
export const shownHost = ({ url, format }: Pick<WebhookEndpoint, 'url' | 'format'>): string =>
  isMail(format) ? url.slice(url.lastIndexOf('@') + 1) : new URL(url).host

/** Body of a registration. @see rules 10.21 */
export const WebhookRegistration = Type.Object(
  {
    url: Text({
      minLength: 1,
      maxLength: FIELD_LIMITS.webhookUrlMax,
      description:
        'Public https address; no user name or password in it. For a chat what it gave you: an incoming webhook of Slack or Discord, or `https://api.telegram.org/bot{token}/sendMessage?chat_id={id}`. For e-mail `mailto:` and one address.',
    }),
    format: Type.Optional(FormatName),
    events: Type.Array(SubscriptionName, {
      minItems: 1,
      maxItems: EVENT_TYPES.length,
      uniqueItems: true,
      description: 'Which events; `*` is all of them, and those that later versions add.',
    }),
    label: Type.Optional(Text({ maxLength: LIMITS.webhookLabelMax })),
  },
  { additionalProperties: false },
)

export type WebhookRegistration = Static<typeof WebhookRegistration>

/** Why an endpoint was disabled, in words. */
export const DISABLED_REASONS = { gone: 'it answered 410', failing: 'it failed for 5 days' } as const

/** One of the names in DISABLED_REASONS. */
export type DisabledReason = keyof typeof DISABLED_REASONS

/** An endpoint. Its secrets are sealed, bound to its id. */
export interface WebhookEndpoint {
  readonly id: WebhookId
  /** Receives events of this key's coins; the operator's endpoints receive all. */
  readonly keyId: KeyId
  /** Where messages go; of a chat, whose address is a secret, its origin alone, and of a mailbox its domain. */
  readonly url: string
  readonly format: EndpointFormat
  /** The whole address of a chat or a mailbox; null where `url` is it. */
  readonly sealedUrl: string | null
  readonly events: readonly Subscription[]
  readonly label: string | null
  /** Null while it is enabled. */
  readonly disabled: DisabledReason | null
  readonly sealedSecret: string
  /** The secret before the last rotation, which also signs until then. */
  readonly previous: { readonly sealedSecret: string; readonly untilMs: UnixMs } | null
  /** Since when no attempt has succeeded; null after a success. */
  readonly firstFailedAtMs: UnixMs | null
  /** Attempts that failed since the last success. */
  readonly failures: number
  readonly createdAtMs: UnixMs
}

/** One attempt: the answer, or why there was none. */
export interface DeliveryAttempt {
  readonly atMs: UnixMs
  /** Null without an answer. */
  readonly status: number | null
  readonly durationMs: number
  /** The first 512 bytes of the answer. */
  readonly answerStart: string
  /** Why there was no answer, safe to show; null with a status. */
  readonly error: string | null
}

/** `pending` waits for its turn or its next attempt; `failed` was given up after the last attempt of the schedule, or after a 410. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const

/** One of DELIVERY_STATES. */
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The delivery of one event to one endpoint. */
export interface WebhookDelivery {
  readonly id: DeliveryId
  readonly endpointId: WebhookId
  /** Sent as `webhook-id`; a redelivery keeps it. */
  readonly eventId: string
  readonly eventType: EventType
  readonly state: DeliveryState
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
  /** When a pending one that failed is retried; null for every other. */
  readonly nextAttemptAtMs: UnixMs | null
  readonly createdAtMs: UnixMs
}

/** The type of the message that POST /api/webhooks/{id}/test sends; no event has it. */
export const TEST_MESSAGE_TYPE = 'webhook.test'

/** The body that is sent, the same at every attempt. Bigints are decimal strings. */
export const messageBody = ({ type, atMs, data }: { readonly type: string; readonly atMs: UnixMs; readonly data: unknown }): string =>
  JSON.stringify({ type, timestamp: iso(atMs), data }, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** Why an endpoint's URL is refused, judged by its text; null when it is not. Names are resolved at every attempt. */
export function webhookUrlError(
  text: string,
  { format, loopbackAllowed }: { readonly format: EndpointFormat; readonly loopbackAllowed: boolean },
): FieldError | null {
  if (isMail(format)) return mailUrlError(text)
  const parsed = parseOutboundUrl(text)
  const message = 'problem' in parsed ? parsed.problem : reachProblem(parsed, loopbackAllowed)
  return message === null ? null : { path: '/url', message }
}

function reachProblem({ url, literal }: OutboundUrl, loopbackAllowed: boolean): string | null {
  const loopback = literal ? isLoopbackAddress(literal) : /(^|\.)localhost\.?$/.test(url.hostname)
  if (url.protocol === 'http:') {
    if (loopbackAllowed) return loopback ? null : 'must be an https address, or http on loopback'
    return 'must be an https address'
  }
  if (!hasPublicPort(url)) return 'must use port 443'
  const isPublic = literal ? isPublicAddress(literal) : !loopback && url.hostname.includes('.')
  return isPublic ? null : 'must be a public address'
}
