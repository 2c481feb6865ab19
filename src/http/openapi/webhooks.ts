import { type TSchema, Type } from '@sinclair/typebox'
import { EVENT_TYPES, EVENTS, type EventType } from '../../domain/events.ts'
import { TEST_MESSAGE_TYPE } from '../../domain/webhooks/webhook.ts'
import type { JsonSchema, SchemaComponents } from './schema-components.ts'

/** When each message is sent. @see rules 10.22 */
const MEANINGS: Readonly<Record<EventType, string>> = {
  'launch.created': 'A coin was made.',
  'feeShare.locked': 'The fees of a coin were locked: at its launch, or later.',
  'remit.cranked': 'A distribution paid the creator fees of a coin out.',
  'buyback.executed': 'The treasury bought a coin.',
  'holderKol.locked': 'The fees of a coin were locked to the KOLs among its holders.',
  'coin.graduated': 'A coin left its curve, and its pool is there.',
}

/** Data of the message that POST /api/webhooks/{id}/test sends. */
const TestData = Type.Object({ webhookId: Type.String(), text: Type.String() })

/** The headers of a message, by Standard Webhooks. */
const PARAMETERS = [
  ['webhook-id', 'Names the event; the same at every attempt and redelivery.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  [
    'webhook-signature',
    'v1, and the HMAC-SHA-256 of {id}.{timestamp}.{body} under the secret, as base64; one for each secret that is valid.',
  ],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }))

const RESPONSES = {
  '2XX': { description: 'Taken.' },
  '410': { description: 'Nobody wants the messages: the webhook is switched off.' },
  default: { description: 'It is sent again later, up to ten times.' },
}

/** What is sent to webhooks, a message for each event: OpenAPI’s `webhooks`. */
export function webhooksOf(components: SchemaComponents): JsonSchema {
  const messages = EVENT_TYPES.map((type) => [type, messageOf(components, type, MEANINGS[type], EVENTS[type])])
  const test = messageOf(components, TEST_MESSAGE_TYPE, 'POST /api/webhooks/{id}/test was called.', TestData)
  return Object.fromEntries([...messages, [TEST_MESSAGE_TYPE, test]])
}

function messageOf(components: SchemaComponents, type: string, summary: string, data: TSchema): JsonSchema {
  const message = Type.Object({
    type: Type.Literal(type),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
    data,
  })
  return {
    post: {
      operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary,
      tags: ['webhooks'],
      security: [],
      parameters: PARAMETERS,
      requestBody: { required: true, content: { 'application/json': { schema: components.write(message) } } },
      responses: RESPONSES,
    },
  }
}
