import { type TSchema, Type } from '@sinclair/typebox'
import { EVENT_TYPES, EVENTS } from '../../domain/events.ts'
import { DateTime } from '../../domain/json.ts'
import { TEST_MESSAGE_TYPE } from '../../domain/webhooks/webhook.ts'
import type { Methods, Parameter, Reference } from './api-document.ts'
import type { SchemaComponents } from './schema-components.ts'
import type { SharedParts } from './shared-parts.ts'
import { shortExample } from './short-example.ts'

/** The message that POST /api/webhooks/{id}/test sends. */
const TEST_MESSAGE = {
  data: Type.Object({ webhookId: Type.String(), text: Type.String() }),
  when: 'POST /api/webhooks/{id}/test was called.',
}

const HappenedAt = DateTime({ title: 'HappenedAt', description: 'When it happened.' })

/** The headers of a message, as Standard Webhooks defines them. */
const PARAMETERS = [
  ['webhook-id', 'Names the event; the same at every attempt and redelivery.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  [
    'webhook-signature',
    'v1, and the HMAC-SHA-256 of {id}.{timestamp}.{body} under the secret, as base64; one for each secret that is valid.',
  ],
].map(([name = '', description = '']): Parameter => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }))

const RESPONSES = {
  '2XX': { description: 'Taken.' },
  default: { description: 'It is sent again later, up to ten times; after 410 never: the webhook is switched off.' },
}

/** OpenAPI’s `webhooks`: the message of each event. */
export function webhooksOf(
  components: SchemaComponents,
  parts: SharedParts,
  recorded: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Methods<Reference>>> {
  const first = new Set(new Map(EVENT_TYPES.toReversed().map((type) => [EVENTS[type].data, type])).values())
  const messages = EVENT_TYPES.map((type) => {
    // One example of data of each form: all messages about jobs have the same.
    return [type, messageOf(components, parts, type, EVENTS[type], first.has(type) ? recorded[type] : undefined)]
  })
  const test = messageOf(components, parts, TEST_MESSAGE_TYPE, TEST_MESSAGE, undefined)
  return Object.fromEntries([...messages, [TEST_MESSAGE_TYPE, test]])
}

function messageOf(
  components: SchemaComponents,
  parts: SharedParts,
  type: string,
  event: { readonly data: TSchema; readonly when: string },
  example: unknown,
): Methods<Reference> {
  const message = Type.Object({
    type: Type.Literal(type),
    timestamp: HappenedAt,
    data: event.data,
  })
  return {
    post: {
      operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary: event.when,
      tags: ['webhooks'],
      security: [],
      parameters: PARAMETERS.map(parts.parameter),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: components.write(message), ...(example === undefined ? {} : { example: shortExample(example) }) },
        },
      },
      responses: Object.fromEntries(Object.entries(RESPONSES).map(([status, response]) => [status, parts.response(response)])),
    },
  }
}
