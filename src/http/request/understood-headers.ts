/** Request headers of a call that a program writes itself, with all that routes of the API read of them. @see rules 5 */
const OF_CALLS = [
  'accept',
  'authorization',
  // Of a body in another encoding a page reads the refusal.
  'content-encoding',
  'content-type',
  'if-none-match',
  'x-svc-api-key',
  'x-idempotency-key',
  'traceparent',
  'x-svc-wallet',
  'x-svc-timestamp',
  'x-svc-signature',
  'x-svc-dry-run-id',
  'x-svc-approvals-token',
  'payment-signature',
  'x-payment',
  // Stock payment clients send this name of an answer's header.
  'access-control-expose-headers',
] as const

/** Headers that only a client of the tool protocol sends. */
const OF_MCP = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id', 'a2a-version'] as const

/** Every request header that the service understands, but for those that only browsers and proxies write. */
export const UNDERSTOOD_HEADERS: readonly string[] = [...OF_CALLS, ...OF_MCP, 'x-launcher-key']

/** The same without the launcher secret, for what never takes one. @see rules 5.2 */
export const UNDERSTOOD_WITHOUT_SECRET: readonly string[] = UNDERSTOOD_HEADERS.filter((name) => name !== 'x-launcher-key')

/** Headers of answers that say more than a browser shows a page by itself. */
export const ANSWERED_HEADERS: readonly string[] = [
  'etag',
  'idempotency-replayed',
  'location',
  'mcp-session-id',
  'payment-receipt',
  'payment-required',
  'payment-response',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'www-authenticate',
  'x-payment-response',
  'x-request-id',
  'x-svc-cluster',
]
