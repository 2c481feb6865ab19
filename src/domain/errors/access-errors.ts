import { LIMITS } from '../limits.ts'
import { OWN_LIMITS } from '../limits/own-limits.ts'
import { errorEntries } from './error-entries.ts'
import { OTHER_WALLET, WALLET } from './example-values.ts'

/** Error codes of who calls, and what they may do: keys, launcher secrets, wallet signatures. Append only. */
export const ACCESS_ERRORS = errorEntries({
  api_key_invalid: {
    kind: 'unauthenticated',
    detail: 'Missing or invalid API key.',
    fix: 'Send x-svc-api-key; claim a key with POST /api/agent/keys/claim.',
  },
  operator_key_required: { kind: 'unauthenticated', detail: 'This needs the operator key.', fix: 'Ask the operator of this service.' },
  ops_key_required: {
    kind: 'forbidden',
    detail: 'This key may not note featured posts.',
    fix: 'Use the operator key, or a key that the operator flagged as ops.',
  },
  key_not_allowed: {
    kind: 'forbidden',
    detail: 'This key may not do this: {reason}.',
    fix: 'Its bound {bound} refused it, and nothing has changed: use another key, or ask the operator.',
    example: { bound: 'scope', reason: 'it has the scopes read, and this needs launch' },
  },
  key_not_found: { kind: 'not_found', detail: 'There is no such key of yours.', fix: 'GET /api/agent/keys lists what you can see.' },
  key_already_rotated: {
    kind: 'conflict',
    detail: 'Another rotation of this key came first, and its text is the one that is good from now on.',
    fix: 'Use the key that it was answered; where that is lost, rotate again.',
  },
  claims_exceeded: {
    kind: 'rate_limited',
    detail: 'More than {limit} keys an hour were claimed from this address.',
    fix: 'Wait as long as retry-after says.',
    example: { limit: LIMITS.claimsPerHourPerAddress, retryAfterSec: 1_800 },
  },
  live_connections_exceeded: {
    kind: 'rate_limited',
    detail: 'As many connections follow the record as there may be, of this address or in all.',
    fix: 'Close one, or ask GET /api/board every ten seconds instead: an unchanged answer comes without its body.',
    example: { retryAfterSec: 60 },
  },
  launcher_secret_required: {
    kind: 'unauthenticated',
    detail: 'The x-launcher-key header is missing.',
    fix: 'Send the launcher secret in x-launcher-key: base58 text or a JSON byte array.',
  },
  launcher_secret_invalid: {
    kind: 'invalid',
    detail: 'The x-launcher-key header is not a valid launcher secret.',
    fix: 'Send 64 bytes as base58 text or as a JSON array of numbers; on Base 32 bytes as 0x and hex. Nothing was spent.',
  },
  launcher_mismatch: {
    kind: 'invalid',
    detail: 'The launcher secret belongs to {actual}, not to {expected}.',
    fix: 'Send the secret of the launcherPubkey that the dry-run names. The dry-run is untouched.',
    example: { actual: OTHER_WALLET, expected: WALLET },
  },
  launcher_pubkey_required: {
    kind: 'invalid',
    detail: 'launcherPubkey is required: this key needs human approval.',
    fix: 'Name the public key of the launcher wallet.',
  },
  wallet_signature_invalid: {
    kind: 'unauthenticated',
    detail: 'Missing or invalid wallet signature: {reason}.',
    fix: 'Send x-svc-wallet, x-svc-timestamp (ms) and x-svc-signature over the documented message: 64 bytes as base58, base64, base64url, hex, or numbers in a JSON array or comma list.',
    example: { reason: 'x-svc-wallet is not a wallet' },
  },
  approvals_token_invalid: {
    kind: 'unauthenticated',
    detail: 'The list of plans is not open: its token is missing or invalid, or its 15 minutes are over.',
    fix: 'Sign as an approver at POST /api/approvals/open, and send its token as x-svc-approvals-token.',
  },
  wallet_signature_used: {
    kind: 'unauthenticated',
    detail: 'This wallet signature was used before.',
    fix: 'Sign again with the present time.',
  },
  approver_not_allowed: {
    kind: 'forbidden',
    detail: 'This wallet may not approve this: {reason}.',
    fix: 'Approve with a wallet that the operator listed and that is not the launcher.',
    example: { reason: 'it is the launcher of this plan' },
  },
  approve_with_key_not_allowed: {
    kind: 'forbidden',
    detail: 'An agent key or token cannot approve; only a wallet signature can.',
    fix: 'Open the approvalUrl and sign with an approver wallet.',
  },
  policy_invalid: {
    kind: 'invalid',
    detail: 'This policy cannot be signed. {reason}',
    fix: 'Change that clause, and read the new text at POST /api/policies/text.',
    example: { reason: 'It ends before it begins.' },
  },
  policy_not_found: {
    kind: 'not_found',
    detail: 'There is no spending policy with this hash that you may see.',
    fix: 'Take its hash from GET /api/policies.',
  },
  policy_revoked: {
    kind: 'conflict',
    detail: 'This policy was revoked, and nobody can sign it again.',
    fix: 'Sign a new one: with another date it is another policy.',
  },
  policies_exceeded: {
    kind: 'conflict',
    detail: 'This key has {limit} policies that are not over, which is as many as are looked at.',
    fix: 'Revoke one of them first.',
    example: { limit: OWN_LIMITS.policiesOfKey },
  },
  referral_code_invalid: {
    kind: 'invalid',
    detail: 'Unknown or malformed referral code.',
    fix: 'Leave it out, or ask whoever gave it to you.',
  },
  referral_code_taken: {
    kind: 'conflict',
    detail: 'The referral code {code} belongs to another KOL.',
    fix: 'Choose another code; upper and lower case are the same.',
    example: { code: 'FROG' },
  },
})
