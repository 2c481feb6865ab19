import { errorEntries } from './error-entries.ts'

/** Error codes of what the service itself cannot do now: its storage, a service that it needs, a fault of ours. Append only. */
export const SERVICE_ERRORS = errorEntries({
  internal_error: {
    kind: 'internal',
    detail: 'Something went wrong on our side.',
    fix: 'Try again; give the requestId to the operator when it stays.',
  },
  service_not_ready: {
    kind: 'unavailable',
    detail: 'The service is not ready: {parts}.',
    fix: 'Ask again after retry-after. As the operator, look at the log and run `agent-launch doctor`.',
    example: { parts: 'chain (no node of pump answers)' },
  },
  upstream_unavailable: {
    kind: 'unavailable',
    detail: 'An upstream service does not answer: {upstream}. Nothing was spent.',
    fix: 'Try again after retry-after.',
    example: { upstream: 'the Solana RPC' },
  },
  storage_full: {
    kind: 'unavailable',
    detail: 'The service has no room to write: {reason}. Nothing new is begun; what is under way is finished.',
    fix: 'Send the same request again after retry-after, with the same idempotency key if it had one: nothing is done twice.',
    example: { reason: 'its disk is full', retryAfterSec: 30 },
  },
  storage_unavailable: {
    kind: 'unavailable',
    detail: 'The database does not answer.',
    fix: 'Send the same request again after retry-after, with the same idempotency key if it had one: nothing is done twice.',
    example: { retryAfterSec: 5 },
  },
})
