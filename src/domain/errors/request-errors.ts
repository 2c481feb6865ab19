import { LIMITS } from '../limits.ts'
import { errorEntries } from './error-entries.ts'

/** Error codes of what is wrong with a request as such: its body, its path, how often it is sent. Append only. */
export const REQUEST_ERRORS = errorEntries({
  validation_invalid: {
    kind: 'invalid',
    detail: 'The request is not valid: {problems}.',
    fix: 'Correct the fields named in errors[] and send it again.',
    example: { problems: '/ticker must have at least 2 characters, has 1' },
    exampleErrors: [{ path: '/ticker', message: 'must have at least 2 characters, has 1' }],
  },
  body_not_json: {
    kind: 'invalid',
    detail: 'The body is not valid JSON.',
    fix: 'Send a JSON object with content-type application/json.',
    exampleErrors: [{ path: '', message: 'is not valid JSON' }],
  },
  body_too_large: {
    kind: 'too_large',
    detail: 'The body is larger than {maxBytes} bytes.',
    fix: 'Send less; a picture can be named by its imageUrl.',
    example: { maxBytes: LIMITS.bodyBytesPlainMax },
  },
  body_limit_exceeded: {
    kind: 'invalid',
    detail: 'The body {what}.',
    fix: 'Send only the fields that /openapi.json names for this route.',
    example: { what: `has more than ${LIMITS.bodyValuesMax} values` },
  },
  body_too_slow: {
    kind: 'timeout',
    detail: 'The body did not arrive within {seconds} seconds.',
    fix: 'Send it again, whole; a picture can be named by its imageUrl.',
    example: { seconds: LIMITS.bodyDeadlineMs / 1_000 },
  },
  body_memory_exceeded: {
    kind: 'unavailable',
    detail: 'As many bodies as this service can hold are on their way, in all or from your address.',
    fix: 'Send it again after retry-after.',
  },
  host_invalid: {
    kind: 'invalid',
    detail: 'The Host header is missing or is not a host.',
    fix: 'Send the host of the service, with its port where it has one.',
  },
  insecure_transport: {
    kind: 'forbidden',
    detail: 'API keys, launcher secrets and payments are taken over https alone, and this request came over plain HTTP.',
    fix: 'Send it to the https address of the service. Treat a secret that you sent as exposed: revoke the key, empty the wallet.',
  },
  secret_in_body: {
    kind: 'invalid',
    detail: 'The request carries a member, header or parameter that is meant for a secret ({path}). Secrets are never accepted there.',
    fix: 'Remove it. Over HTTP the launcher secret goes in the x-launcher-key header, over MCP nowhere at all. Treat the one you sent as exposed.',
    example: { path: '/launcherKey' },
    exampleErrors: [{ path: '/launcherKey', message: 'must not be sent' }],
  },
  route_not_found: { kind: 'not_found', detail: 'There is no such route.', fix: 'See /llms.txt or /openapi.json.' },
  method_not_allowed: {
    kind: 'method',
    detail: 'This path does not take {method}; it takes {allowed}.',
    fix: 'Send one of the methods in the allow header.',
    example: { method: 'PUT', allowed: 'GET, HEAD, OPTIONS' },
  },
  rate_limit_exceeded: {
    kind: 'rate_limited',
    detail: 'More than {limit} calls a {window} for this {scope}.',
    fix: 'Wait as long as retry-after says.',
    example: { limit: 60, window: 'minute', scope: 'key', retryAfterSec: 42 },
  },
  idempotency_key_invalid: {
    kind: 'invalid',
    detail: `x-idempotency-key must be ${LIMITS.idempotencyKeyMin} to ${LIMITS.idempotencyKeyMax} visible ASCII characters.`,
    fix: 'Send such a key, or none.',
  },
  idempotency_key_reused: {
    kind: 'conflict',
    detail: 'This idempotency key was used for another request.',
    fix: 'Use a new key for a new request.',
  },
  idempotency_in_progress: {
    kind: 'conflict',
    detail: 'The request with this idempotency key is still running.',
    fix: 'Ask again after retry-after with the same key and body.',
  },
  cursor_invalid: { kind: 'invalid', detail: 'The cursor is not one of this list.', fix: 'Use nextCursor of the page before, unchanged.' },
  error_code_not_found: { kind: 'not_found', detail: 'There is no such error code.', fix: 'GET /errors lists them.' },
  topic_not_found: {
    kind: 'not_found',
    detail: 'There is no such topic; there are {topics}.',
    fix: 'GET one of them below /llms/, with .txt or without.',
    example: { topics: 'launch, approve and webhooks' },
  },
  simulated_control_not_allowed: {
    kind: 'forbidden',
    detail: 'You may not do this here: the service is open to others than this machine, or you do not call it from there yourself.',
    fix: 'Call it on loopback with no proxy between, or start it with SIMULATED_OPEN=1 where everyone who reaches it may move its clock and have it call its own machine.',
  },
  simulated_only: { kind: 'not_found', detail: 'This route exists only in simulated mode.', fix: 'Run a service without SOLANA_RPC_URL.' },
  wallet_invalid: {
    kind: 'invalid',
    detail: '{field} is not a wallet of this platform.',
    fix: 'Send base58 of 32 bytes, or on Base an EVM address.',
    example: { field: 'mintPubkey' },
  },
  origin_not_allowed: {
    kind: 'forbidden',
    detail: 'The {header} header names another place than {own} or this machine.',
    fix: 'Call the service at its own address; a page of another origin may not. Proxies have to pass the Host header on.',
    example: { header: 'Origin', own: 'launch.example' },
  },
  body_encoding_unsupported: {
    kind: 'media_type',
    detail: 'The body comes as {encoding}. Bodies are taken in UTF-8 alone, and without a content-encoding.',
    fix: 'Send it uncompressed, in UTF-8.',
    example: { encoding: 'gzip' },
  },
})
