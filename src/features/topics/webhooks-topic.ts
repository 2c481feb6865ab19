import { EVENT_TYPES, EVENTS } from '../../domain/events.ts'
import { HOUR_MS, LIMITS, MINUTE_MS } from '../../domain/limits.ts'
import { FAILURE_LIMIT_MS, RETRY_DELAYS_MS } from '../../domain/webhooks/webhook-schedule.ts'
import type { Topic } from './topic.ts'

const lasting = (ms: number): string => (ms < MINUTE_MS ? `${ms / 1_000} s` : ms < HOUR_MS ? `${ms / MINUTE_MS} min` : `${ms / HOUR_MS} h`)

/** Events, signatures, retries, order. */
export const WEBHOOKS_TOPIC: Topic = {
  title: 'webhooks',
  summary: 'Every event, how messages are signed, retried and ordered.',
  sections: () => [
    {
      title: 'Register, and try it',
      text: 'A public https address of yours (in simulated mode also http on this machine). The secret is shown this once. * is every event, those of later versions too. Who develops beside a simulated service says `agent-launch webhooks listen --forward URL` instead. People who want a sentence in a chat register its incoming webhook with "format": slack, discord or telegram (https://api.telegram.org/bot{token}/sendMessage?chat_id={id}); that address is a secret, and is not shown again. The operator’s key registers mailboxes too ("format": "email", mailto:).',
      commands: `HOOK=\${HOOK:-https://example.com/hook}
curl -s "$S/api/webhooks" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d "{\\"url\\":\\"$HOOK\\",\\"events\\":[\\"*\\"]}" > hook.json
ID=$(jq -r .webhook.id hook.json); SECRET=$(jq -r .secret hook.json)
curl -s -X POST "$S/api/webhooks/$ID/test" -H "x-svc-api-key: $KEY" | jq -c '{delivered, attempt: {status: .attempt.status, error: .attempt.error}}'
curl -s "$S/api/agent/launch/dry-run" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d @coin.json | jq -c '{dryRunId}'
curl -s "$S/api/webhooks/$ID/deliveries?limit=1" -H "x-svc-api-key: $KEY" | jq -c '.deliveries[] | {type, state, eventId}'`,
    },
    {
      title: 'Check every message',
      text: 'POST with JSON {type, timestamp, data}. By Standard Webhooks: webhook-signature is a list of v1,{base64} with a space between; one of them is the HMAC-SHA-256 of {webhook-id}.{webhook-timestamp}.{body} under the secret. Take the body as the bytes that came; refuse a webhook-timestamp (seconds) that is more than 5 minutes off.',
      commands: `signature() { # webhook-id, webhook-timestamp, body
  printf '%s.%s.%s' "$1" "$2" "$3" | openssl dgst -sha256 -binary -mac HMAC -macopt "hexkey:$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')" | base64; }
signature evt_1 1800000000 '{"type":"webhook.test"}'`,
    },
    {
      title: 'Answers, retries, order',
      text: `Answer 2xx within ${LIMITS.webhookTimeoutMs / 1_000} s. Anything else is tried again after ${RETRY_DELAYS_MS.map(lasting).join(', ')}, with jitter; 410, or ${FAILURE_LIMIT_MS / HOUR_MS / 24} days of failures, switch the webhook off, and a test that is answered with 2xx switches it on. Redirects are not followed. Events are first tried in the order in which they happened; one that failed lets later ones by, so go by timestamp. The same event has the same webhook-id at every attempt and redelivery: keep the ids you took, and take each once. Rotate the secret and both sign for ${LIMITS.secretOverlapMs / HOUR_MS} h.`,
    },
    {
      title: 'Events',
      text: [
        'data of each, with an example: webhooks in /openapi.json?tag=webhooks.',
        '',
        ...EVENT_TYPES.map((type) => `- ${type}: ${EVENTS[type].when}`),
      ].join('\n'),
    },
  ],
  operations: ['registerWebhook', 'listWebhooks', 'testWebhook', 'listDeliveries', 'redeliver', 'rotateWebhookSecret', 'deleteWebhook'],
  errors: [
    'validation_invalid',
    'webhook_endpoints_exceeded',
    'webhook_not_found',
    'webhook_disabled',
    'webhook_log_full',
    'webhook_already_rotated',
  ],
}
