import { Webhook } from 'standardwebhooks'
import type { webhooks } from './openapi.ts'

/** What a message is called: the events, and `webhook.test`. */
export type WebhookMessageType = keyof webhooks

type BodyOf<Message> = Message extends { post: { requestBody: { content: { 'application/json': infer Body } } } } ? Body : never

/** A message of this name; of any, told apart by `type`. */
export type WebhookMessage<Type extends WebhookMessageType = WebhookMessageType> = { [Name in Type]: BodyOf<webhooks[Name]> }[Type]

/** The name of an event, as a registration takes it. */
export type EventType = Exclude<WebhookMessageType, 'webhook.test'>

/** What to do with each message; those without a handler are left alone. */
export type WebhookHandlers = { readonly [Type in WebhookMessageType]?: (message: WebhookMessage<Type>) => unknown }

/**
 * The message that a webhook was sent, when one of the secrets signed it within the last five minutes. `webhook-id` is the same at
 * every attempt: who keeps it handles an event once.
 *
 * @throws Error when it is of nobody who has the secret, was changed on the way, or is old
 */
export function verifyWebhook(
  secret: string | readonly string[],
  headers: Headers | Readonly<Record<string, string | undefined>>,
  body: string,
): WebhookMessage {
  const get = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]) ?? ''
  const signed = Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, get(name)]))
  let refused: unknown = new Error('There is no secret to verify the message with.')
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    try {
      return new Webhook(each).verify(body, signed) as WebhookMessage
    } catch (error) {
      refused = error
    }
  }
  throw refused
}

/** Hands the message to the handler of its name; false when there is none. */
export async function handleWebhook(message: WebhookMessage, handlers: WebhookHandlers): Promise<boolean> {
  const handler = handlers[message.type] as ((message: WebhookMessage) => unknown) | undefined
  await handler?.(message)
  return handler !== undefined
}
