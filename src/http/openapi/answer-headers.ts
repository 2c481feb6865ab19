import type { AnswerHeaders, JsonSchema } from './api-document.ts'

/** Every documented response header; answers refer to them by name. */
export const HEADERS = {
  'x-request-id': answerHeader('Names this request in the operator’s log.', 'req_4kQ2vXw8sNb7Rt1Yc9Zp'),
  'strict-transport-security': answerHeader('Of answers over https: come back that way.', 'max-age=31536000'),
  'x-svc-cluster': answerHeader('simulated or mainnet-beta.', 'simulated'),
  'ratelimit-limit': answerHeader('Calls a minute.', '60'),
  'ratelimit-remaining': answerHeader('Calls left in this minute.', '59'),
  'ratelimit-reset': answerHeader('Seconds until the minute is over.', '60'),
  'retry-after': answerHeader('Seconds to wait.', '5'),
  etag: answerHeader('For if-none-match.', 'W/"0f343b0931126a20f133d67c2b018a3b"'),
  location: answerHeader('Where to.', '/board'),
  'payment-required': answerHeader('What the call costs: x402 version 2 in base64.', 'eyJ4NDAyVmVyc2lvbiI6Mn0='),
  'www-authenticate': answerHeader('What the call costs: a challenge of the Machine Payments Protocol.', 'Payment id="…", method="evm"'),
  'payment-receipt': answerHeader('Receipt of a call that was paid by such a challenge, in base64url.', 'eyJzdGF0dXMiOiJzdWNjZXNzIn0'),
  'payment-response': answerHeader('Receipt of a paid call, in base64.', 'eyJzdWNjZXNzIjp0cnVlfQ=='),
  'idempotency-replayed': answerHeader('true when this answer was given before.', 'true'),
}

/** A response header that answers refer to by name. */
export type HeaderName = keyof typeof HEADERS

/** Headers of every answer, and those of an answer to a rate-limited call. */
export const ALWAYS: readonly HeaderName[] = ['x-request-id', 'x-svc-cluster']
/** Headers of an answer to a rate-limited call. */
export const RATE: readonly HeaderName[] = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']

/** These headers of an answer, each as a reference; nothing where there are none. */
export const headersOf = (names: readonly HeaderName[]): { readonly headers?: AnswerHeaders } =>
  names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }

function answerHeader(description: string, example: string): JsonSchema {
  return { description, schema: { type: 'string' }, example }
}
