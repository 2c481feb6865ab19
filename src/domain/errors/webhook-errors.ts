import { LIMITS } from '../limits.ts'
import { OWN_LIMITS } from '../limits/own-limits.ts'
import { errorEntries } from './error-entries.ts'

const WEBHOOK_ID = 'wh_4kQ2vXw8sNb7Rt1Yc9Zp'

/** Error codes of webhooks and their deliveries. Append only. */
export const WEBHOOK_ERRORS = errorEntries({
  webhook_not_found: { kind: 'not_found', detail: 'There is no such webhook of yours.', fix: 'GET /api/webhooks lists what you can see.' },
  webhook_endpoints_exceeded: {
    kind: 'invalid',
    detail: 'This key has {limit} webhooks, which is the most.',
    fix: 'Delete one first.',
    example: { limit: LIMITS.webhookEndpointsPerKey },
  },
  webhook_log_full: {
    kind: 'rate_limited',
    detail: 'The delivery logs of your webhooks have {limit} entries, which is as many as allow sending again.',
    fix: 'Delete webhooks that you do not need, or wait: ended deliveries go after 30 days.',
    example: { limit: OWN_LIMITS.webhookLogPerOwner, retryAfterSec: 3_600 },
  },
  webhook_already_rotated: {
    kind: 'conflict',
    detail: 'Another rotation of this webhook came first, and its secret is the one that signs.',
    fix: 'Use the secret that it was answered; where that is lost, rotate again.',
  },
  webhook_disabled: {
    kind: 'conflict',
    detail: 'This webhook is switched off: {reason}.',
    fix: 'Send POST /api/webhooks/{id}/test; when the receiver answers it with 2xx, the webhook is on again.',
    example: { id: WEBHOOK_ID, reason: 'it answered 410' },
  },
  delivery_not_found: {
    kind: 'not_found',
    detail: 'There is no such delivery of this webhook.',
    fix: 'GET /api/webhooks/{id}/deliveries lists them.',
    example: { id: WEBHOOK_ID },
  },
})
