import { LIMITS } from './limits.ts'

/** What sort of failure this is; http/answers/problem.ts gives each its status. */
export type ErrorKind =
  | 'invalid'
  | 'refused'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'method'
  | 'conflict'
  | 'too_large'
  | 'timeout'
  | 'rate_limited'
  | 'unavailable'
  | 'internal'

/** What the catalogue has of a code. */
export interface ErrorEntry {
  readonly kind: ErrorKind
  /** Public sentence; `{name}` shows that value of the context, and no other value is ever shown. */
  readonly detail: string
  /** What the caller does next; `{name}` as in `detail`. */
  readonly fix: string
  /**
   * Values as a caller might meet them: one for each `{name}`, and those that only headers or members of the answer show. What
   * stands here is what an error of this code is made with, of the same type.
   */
  readonly example?: Readonly<Record<string, string | number>>
  /** Broken fields that the documented example names. */
  readonly exampleErrors?: readonly { readonly path: string; readonly message: string }[]
}

/** Names of the `{name}`s of a sentence; braces around quoted JSON are text. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}"${string}` ? never : Name) | NamesIn<Rest>
  : never

/** The entry, whose example must have each value that its sentences show. */
type Complete<Entry extends ErrorEntry> = [NamesIn<Entry['detail'] | Entry['fix']>] extends [never]
  ? unknown
  : { readonly example: Readonly<Record<NamesIn<Entry['detail'] | Entry['fix']>, string | number>> }

/** The entries as they are, each with a whole example; one without a value does not compile. */
export const catalogue = <const Entries extends Readonly<Record<string, ErrorEntry>>>(
  entries: Entries & { readonly [Code in keyof Entries]: Complete<Entries[Code]> },
): Entries => entries

/** Whom and what the examples name. */
const WALLET = 'FnfJAhZC4vSuMrPqd6RiRkMN2muxQJY6Sg93Gii4c1qg'
const OTHER_WALLET = '81QzBX14Aw8MxFUKiDaX3FrRJWMUMaYY5DGjb8G5ZSxL'
const EVM_WALLET = '0x3A9e84CbD8B7F0E2d1c6a5B4938271605F4e3d2c'
const MINT = '93mCveArZRPXZqVkPmHBnNrmP27tyed2H5geuJkskxsp'
const WEBHOOK_ID = 'wh_4kQ2vXw8sNb7Rt1Yc9Zp'

/**
 * The catalogue of error codes. Clients and documents key on the names: one that was ever answered is never renamed, reused or
 * removed; test/fixtures/error-codes.json keeps them. (`shutting_down` was answered by nothing, and went before the first release.)
 */
export const ERRORS = catalogue({
  validation_invalid: {
    kind: 'invalid',
    detail: 'The request breaks {count} rule(s): {first}',
    fix: 'Correct the fields named in errors[] and send it again.',
    example: { count: 1, first: '/ticker must have at least 2 characters, has 1' },
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
    detail: 'The body carries a field that is meant for a secret ({path}). Secrets are never accepted in a body.',
    fix: 'Remove it. The launcher secret goes in the x-launcher-key header, and nowhere else. Treat the one you sent as exposed.',
    example: { path: '/launcherKey' },
    exampleErrors: [{ path: '/launcherKey', message: 'must not be sent' }],
  },
  route_not_found: { kind: 'not_found', detail: 'There is no such route.', fix: 'See /llms.txt or /openapi.json.' },
  internal_error: {
    kind: 'internal',
    detail: 'Something went wrong on our side.',
    fix: 'Try again; give the requestId to the operator when it stays.',
  },
  api_key_invalid: {
    kind: 'unauthenticated',
    detail: 'Missing or invalid API key.',
    fix: 'Send x-svc-api-key; claim a key with POST /api/agent/keys/claim.',
  },
  operator_key_required: { kind: 'unauthenticated', detail: 'This needs the operator key.', fix: 'Ask the operator of this service.' },
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
    fix: 'Send x-svc-wallet, x-svc-timestamp (ms) and x-svc-signature over the documented message.',
    example: { reason: 'x-svc-wallet is not a wallet' },
  },
  wallet_signature_used: {
    kind: 'unauthenticated',
    detail: 'This wallet signature was used before.',
    fix: 'Sign again with the present time.',
  },
  approver_not_allowed: {
    kind: 'forbidden',
    detail: 'This wallet may not approve this dry-run: {reason}.',
    fix: 'Approve with a wallet that the operator listed and that is not the launcher.',
    example: { reason: 'it is the launcher of this plan' },
  },
  approve_with_key_not_allowed: {
    kind: 'forbidden',
    detail: 'An agent key or token cannot approve; only a wallet signature can.',
    fix: 'Open the approvalUrl and sign with an approver wallet.',
  },
  dry_run_unknown: { kind: 'not_found', detail: 'There is no dry-run with this id.', fix: 'Make one with POST /api/agent/launch/dry-run.' },
  dry_run_expired: { kind: 'not_found', detail: 'This dry-run has expired.', fix: 'Make a new one; it lives for 30 minutes.' },
  dry_run_altered: {
    kind: 'invalid',
    detail: 'The stored plan of this dry-run is not the one that its id names.',
    fix: 'Approve and launch nothing by it. Make a new dry-run, and tell the operator: the database was changed by someone.',
  },
  dry_run_not_spendable: {
    kind: 'invalid',
    detail: 'This dry-run cannot be used: it is {state}.',
    fix: 'If a launch has it, follow that launch at GET /api/agent/launches: another dry-run would launch another coin. Otherwise make a new dry-run.',
    example: { state: 'consumed' },
  },
  dry_run_id_mismatch: {
    kind: 'invalid',
    detail: 'x-svc-dry-run-id names another dry-run than the path.',
    fix: 'Send the id of the path, or leave the header out.',
  },
  dry_run_not_approved: {
    kind: 'invalid',
    detail: 'This key needs an approved dry-run, and this one is not approved.',
    fix: 'Have an approver open its approvalUrl and sign.',
  },
  dry_run_required: {
    kind: 'invalid',
    detail: 'dryRunId is required: this key needs human approval.',
    fix: 'Make a dry-run, have it approved, and send its dryRunId.',
  },
  plan_mismatch: {
    kind: 'invalid',
    detail: 'The request differs from the dry-run in: {fields}.',
    fix: 'Send the body of the dry-run unchanged, or make a new dry-run.',
    example: { fields: 'name, crew' },
  },
  image_required: { kind: 'invalid', detail: 'A picture is required.', fix: 'Send imageUrl or imageBase64.' },
  image_invalid: {
    kind: 'invalid',
    detail: 'The picture is not usable: {reason}.',
    fix: 'Send PNG, JPEG, WebP or GIF of 64 to 5,000,000 bytes.',
    example: { reason: 'it is not base64' },
  },
  image_unreachable: {
    kind: 'invalid',
    detail: 'The picture could not be fetched: {reason}.',
    fix: 'Use a public http(s) address that answers within 10 s, or send imageBase64.',
    example: { reason: 'it answered with status 404' },
  },
  picture_quota_exceeded: {
    kind: 'rate_limited',
    detail: 'Your pictures that no launch has taken yet fill their quota of {limitMib} MiB.',
    fix: 'Wait for retryAfterSec (a picture of an unused dry-run is removed an hour after it came), use the dry-run you have, or send a smaller picture.',
    example: { limit: 67_108_864, limitMib: 64, retryAfterSec: 1_800 },
  },
  pictures_full: {
    kind: 'unavailable',
    detail: 'There is no room for another picture: those that wait for a launch fill what the operator allows.',
    fix: 'Try again after retry-after: pictures of unused dry-runs are removed within an hour. Or ask the operator for a key.',
    example: { retryAfterSec: 60 },
  },
  dry_run_quota_exceeded: {
    kind: 'rate_limited',
    detail: 'You have {limit} dry-runs that no launch has used, which is as many as are kept for one caller.',
    fix: 'Wait for retryAfterSec (an unused dry-run is removed a day after it expired), or use a dry-run that you have.',
    example: { limit: LIMITS.dryRunsPerOwner, retryAfterSec: 3_600 },
  },
  dry_runs_full: {
    kind: 'unavailable',
    detail: 'There is no room for another dry-run: as many as are kept wait for a launch.',
    fix: 'Try again after retry-after: unused dry-runs are removed a day after they expired. Or ask the operator for a key.',
    example: { retryAfterSec: 600 },
  },
  crew_source_required: { kind: 'invalid', detail: 'A crew source is required.', fix: 'Send crew[], autoHire or holderKol: true.' },
  crew_shares_not_100: {
    kind: 'invalid',
    detail: 'Crew shares total {total}, not 100.',
    fix: 'Change the shares so that they add to exactly 100.',
    example: { total: 95 },
  },
  crew_wallet_invalid: {
    kind: 'invalid',
    detail: 'Crew member {handle} has a wallet that cannot be paid: {reason}.',
    fix: 'Name a wallet on this platform that a person holds.',
    example: { handle: '@frogfan', reason: 'it is a program, and on chain that mistake is permanent' },
  },
  recipient_not_payable: {
    kind: 'refused',
    detail: 'The wallet {wallet}, which has a share as {role}, cannot be paid: {reason}.',
    fix: 'As the launcher, launch with another wallet; a treasury or referrer that cannot be paid is the operator’s to change.',
    example: { wallet: WALLET, role: 'treasury', reason: 'a payment to it fails, and on chain that mistake is permanent' },
  },
  crew_too_large: {
    kind: 'invalid',
    detail: 'The split has {shareholders} wallets; the launchpad takes {maxShareholders}, so {fits} crew wallets fit.',
    fix: 'Send fewer crew wallets.',
    example: { shareholders: 11, maxShareholders: 10, fits: 7 },
  },
  crew_with_holder_kol_not_allowed: {
    kind: 'invalid',
    detail: 'holderKol: true and crew[] exclude each other.',
    fix: 'Leave one of them out.',
  },
  autohire_unavailable: {
    kind: 'invalid',
    detail: 'Autohire has no directory to hire from.',
    fix: 'Send crew[]; the operator imports profiles with `kols import`.',
  },
  autohire_no_match: {
    kind: 'invalid',
    detail: 'Nobody in the directory speaks of what this coin is about, so Autohire hires nobody.',
    fix: 'Say more of it in name, ticker and description, or name the crew yourself in crew[]. To hire by directory rank all the same, ask for it: autoHire: {"seats": 5, "fallback": "rank"} (POST /api/agent/autohire: "fallback": "rank").',
  },
  autohire_texts_required: {
    kind: 'invalid',
    detail: 'Autohire needs at least one of name, ticker and description.',
    fix: 'Send what the coin is about.',
  },
  platform_not_available: {
    kind: 'invalid',
    detail: 'There is no launchpad "{platform}" here.',
    fix: 'See GET /api/platforms.',
    example: { platform: 'elsewhere' },
  },
  balance_too_low: {
    kind: 'invalid',
    detail: 'The launcher {wallet} holds {balance} and needs {needed}.',
    fix: 'Fund the launcher wallet. Nothing was spent.',
    example: { wallet: WALLET, balance: '0.001 SOL', needed: '0.024 SOL' },
  },
  atomic_not_possible: {
    kind: 'refused',
    detail: 'No atomic launch path fits this launch, and atomicRequired, or the approval of an atomic plan, forbids the sequential one.',
    fix: 'Ask the operator for a lookup table, send a smaller crew, or drop atomicRequired; after an approval make a new dry-run. Nothing was sent.',
  },
  launch_refused: {
    kind: 'refused',
    detail: 'The launchpad refused the launch: {reason}.',
    fix: 'Correct what it names. No coin was made; where it was sent at all, only network fees were spent.',
    example: { reason: 'TransactionTooLarge' },
  },
  launch_expired: {
    kind: 'refused',
    detail: 'The launch expired before it landed; it is proved that no coin was created.',
    fix: 'Launch again, with a new idempotency key. An approval stays valid.',
  },
  launch_unresolved: {
    kind: 'unavailable',
    detail: 'The chain does not answer; launch {launchId} of mint {mint} goes on by itself.',
    fix: 'Ask again with the same idempotency key, or see GET /api/agent/launches.',
    example: { launchId: 'op_4kQ2vXw8sNb7Rt1Yc9Zp', mint: MINT },
  },
  launches_per_hour_exceeded: {
    kind: 'rate_limited',
    detail: 'This key may launch {limit} times an hour.',
    fix: 'Wait as long as retry-after says.',
    example: { limit: LIMITS.launchesPerHourDefault, retryAfterSec: 1_800 },
  },
  rate_limit_exceeded: {
    kind: 'rate_limited',
    detail: 'More than {limit} calls a {window} for this {scope}.',
    fix: 'Wait as long as retry-after says.',
    example: { limit: 60, window: 'minute', scope: 'key', retryAfterSec: 42 },
  },
  claims_exceeded: {
    kind: 'rate_limited',
    detail: 'More than {limit} keys an hour were claimed from this address.',
    fix: 'Wait as long as retry-after says.',
    example: { limit: LIMITS.claimsPerHourPerAddress, retryAfterSec: 1_800 },
  },
  idempotency_key_invalid: {
    kind: 'invalid',
    detail: 'x-idempotency-key must be 8 to 128 visible ASCII characters.',
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
  referral_code_invalid: {
    kind: 'invalid',
    detail: 'Unknown or malformed referral code.',
    fix: 'Leave it out, or ask whoever gave it to you.',
  },
  key_not_found: { kind: 'not_found', detail: 'There is no such key of yours.', fix: 'GET /api/agent/keys lists what you can see.' },
  coin_not_found: { kind: 'not_found', detail: 'There is no such coin here.', fix: 'GET /api/coins lists them.' },
  logo_not_found: { kind: 'not_found', detail: 'There is no such picture here.', fix: 'Check the address.' },
  mint_unknown: { kind: 'invalid', detail: 'There is no such coin on this launchpad.', fix: 'Check the mint.' },
  cursor_invalid: { kind: 'invalid', detail: 'The cursor is not one of this list.', fix: 'Use nextCursor of the page before, unchanged.' },
  fee_share_not_locked: {
    kind: 'invalid',
    detail: 'The fee share of this coin is not locked yet.',
    fix: 'Lock it with POST /api/agent/wire-fees.',
  },
  fee_share_already_locked: {
    kind: 'invalid',
    detail: 'The fee share of this coin is locked already, for good.',
    fix: 'Nothing to do; see GET /api/agent/status/{mint}.',
    example: { mint: MINT },
  },
  launcher_not_creator: {
    kind: 'invalid',
    detail: 'The launcher did not create this coin.',
    fix: 'Send the secret of the wallet that created it.',
  },
  crank_payer_missing: {
    kind: 'invalid',
    detail: 'No launcher key was sent, and the operator pays no cranks here.',
    fix: 'Send x-launcher-key.',
  },
  crank_budget_exceeded: {
    kind: 'rate_limited',
    detail: 'The operator’s budget for cranks of today is used up.',
    fix: 'Send x-launcher-key, or wait until tomorrow (UTC).',
    example: { retryAfterSec: 28_800 },
  },
  crank_cost_exceeded: {
    kind: 'refused',
    detail: 'The operator does not pay for this distribution: {reason}.',
    fix: 'Send x-launcher-key. An operator who wants to pay raises CRANK_MAX_LAMPORTS (EVM_CRANK_MAX_GWEI on Base), or sets LOOKUP_TABLE.',
    example: { reason: 'it costs 0.012 SOL, and 0.01 SOL are allowed' },
  },
  chain_refused: {
    kind: 'refused',
    detail: 'The chain refused the transaction: {reason}.',
    fix: 'Correct what it names. Nothing was spent but the transaction fee, if that.',
    example: { reason: 'TooMuchSolRequired' },
  },
  transaction_expired: { kind: 'refused', detail: 'The transaction expired before it landed; nothing was done.', fix: 'Try again.' },
  upstream_unavailable: {
    kind: 'unavailable',
    detail: 'An upstream service does not answer: {upstream}. Nothing was spent.',
    fix: 'Try again after retry-after.',
    example: { upstream: 'the Solana RPC' },
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
  webhook_log_full: {
    kind: 'rate_limited',
    detail: 'The delivery logs of your webhooks have {limit} entries, which is as many as allow sending again.',
    fix: 'Delete webhooks that you do not need, or wait: ended deliveries go after 30 days.',
    example: { limit: LIMITS.webhookLogPerOwner, retryAfterSec: 3_600 },
  },
  webhook_not_found: { kind: 'not_found', detail: 'There is no such webhook of yours.', fix: 'GET /api/webhooks lists what you can see.' },
  webhook_endpoints_exceeded: {
    kind: 'invalid',
    detail: 'This key has {limit} webhooks, which is the most.',
    fix: 'Delete one first.',
    example: { limit: LIMITS.webhookEndpointsPerKey },
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
  autohire_seats_invalid: {
    kind: 'invalid',
    detail: 'Autohire hires from {min} to {max} seats, not {seats}.',
    fix: 'Send seats as a whole number in that range, or leave it out.',
    example: { min: LIMITS.seatsMin, max: LIMITS.seatsMax, seats: 9 },
  },
  kol_not_found: { kind: 'not_found', detail: 'There is no such KOL in the directory.', fix: 'GET /api/kols lists them.' },
  referral_code_taken: {
    kind: 'conflict',
    detail: 'The referral code {code} belongs to another KOL.',
    fix: 'Choose another code; upper and lower case are the same.',
    example: { code: 'FROG' },
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
  signed_transaction_mismatch: {
    kind: 'invalid',
    detail: 'Transaction {position} is not the one that was handed out, signed: {reason}.',
    fix: 'Sign the transactions of the answer unchanged, in their order, with every signer named there.',
    example: { position: 1, reason: 'its message differs' },
  },
  lookup_table_invalid: {
    kind: 'invalid',
    detail: 'The lookup table {table} cannot be used: {reason}.',
    fix: 'Name a table that exists, is not being closed, and is yours when it is to be extended.',
    example: { table: OTHER_WALLET, reason: 'there is none, or it is being closed' },
  },
  wire_fees_in_progress: {
    kind: 'conflict',
    detail: 'Another lock of this coin’s fees is on its way.',
    fix: 'Ask again after retry-after; GET /api/agent/status/{mint} shows how it ended.',
    example: { mint: MINT },
  },
  holder_kol_not_found: {
    kind: 'invalid',
    detail: 'None of the coin’s largest holders is a KOL of the directory: nobody could be paid.',
    fix: 'Wait until KOLs hold the coin, or lock the fees to a crew of your own with POST /api/agent/wire-fees.',
  },
  ops_key_required: {
    kind: 'forbidden',
    detail: 'This key may not note featured posts.',
    fix: 'Use the operator key, or a key that the operator flagged as ops.',
  },
  coin_not_graduated: {
    kind: 'invalid',
    detail: 'The coin has not graduated yet, and only graduated coins are featured.',
    fix: 'GET /api/coins/graduated-unfeatured lists the coins that wait for a post.',
  },
  coin_already_featured: {
    kind: 'conflict',
    detail: 'The coin is featured already, by {featuredUrl}.',
    fix: 'Nothing to do: a coin is featured once.',
    example: { featuredUrl: 'https://x.com/frog/status/1' },
  },
  unsigned_not_available: {
    kind: 'invalid',
    detail: 'The launchpad {platform} has no launches that the client signs.',
    fix: 'Send the launcher secret to POST /api/agent/launch.',
    example: { platform: 'elsewhere' },
  },
  mint_exists: {
    kind: 'invalid',
    detail: 'The mint {mint} exists already, or a launch of it is on its way.',
    fix: 'Make a new key pair for the mint and ask again.',
    example: { mint: MINT },
  },
  launch_offer_unknown: {
    kind: 'invalid',
    detail: 'There is no launch of yours with this id that waits for signatures.',
    fix: 'Ask for one with POST /api/agent/launch/unsigned.',
  },
  launch_offer_expired: {
    kind: 'invalid',
    detail: 'The transactions of this launch were not signed in time, and nothing was sent.',
    fix: 'Ask for new ones with POST /api/agent/launch/unsigned. An approval stays valid.',
  },
  payment_required: {
    kind: 'payment_required',
    detail: 'This call costs {price}, and neither a payment nor an API key came with it.',
    fix: 'Sign one of accepts[] and send it in PAYMENT-SIGNATURE, or send x-svc-api-key; POST /api/agent/keys/claim gives one.',
    example: { price: '$0.50' },
  },
  payment_header_invalid: {
    kind: 'invalid',
    detail: 'The payment header cannot be read: {reason}.',
    fix: 'Send one payment: base64 of its JSON, version 2 in PAYMENT-SIGNATURE or version 1 in X-PAYMENT. Nothing was charged.',
    example: { reason: 'there are two of them' },
  },
  payment_mismatch: {
    kind: 'payment_required',
    detail: 'The payment is not for this call: {reason}.',
    fix: 'Sign one of accepts[] as it stands. Nothing was charged.',
    example: { reason: 'the scheme must be exact' },
  },
  payment_refused: {
    kind: 'payment_required',
    detail: 'The payment was refused: {reason}.',
    fix: 'Mend what it names and sign a new payment. Nothing was charged.',
    example: { reason: 'insufficient_funds' },
  },
  payment_reused: {
    kind: 'conflict',
    detail: 'This payment was made for another request.',
    fix: 'Send it with the request it was made for, or sign a new one. Nothing was charged for this request.',
  },
  payment_used: {
    kind: 'conflict',
    detail: 'This payment has paid for a call already.',
    fix: 'Sign a new payment. To be able to ask for a lost answer again, send x-idempotency-key from the start.',
  },
  payment_in_progress: {
    kind: 'conflict',
    detail: 'The request with this payment is still running.',
    fix: 'Ask again after retry-after with the same payment and body.',
  },
  payment_unavailable: {
    kind: 'unavailable',
    detail: 'The payment could not be checked, since the payment service does not answer. Nothing was charged.',
    fix: 'Send the same request with the same payment again after retry-after.',
  },
  payment_budget_exceeded: {
    kind: 'unavailable',
    detail: 'What this service spends on settling payments today is used up. Nothing was charged.',
    fix: 'Send x-svc-api-key, or pay again tomorrow (UTC).',
    example: { retryAfterSec: 28_800 },
  },
  payment_unresolved: {
    kind: 'unavailable',
    detail: 'The payment is on its way, and the chain has not confirmed it yet.',
    fix: 'Send the same request with the same payment again after retry-after: it is charged once at most, and a new one might be charged too.',
  },
  jobs_disabled: {
    kind: 'not_found',
    detail: 'Creative jobs are switched off here.',
    fix: 'Ask the operator of this service; JOBS_ENABLED=1 switches them on.',
  },
  job_not_found: { kind: 'not_found', detail: 'There is no such job here.', fix: 'GET /api/jobs lists them.' },
  mainnet_rail_not_allowed: {
    kind: 'invalid',
    detail: 'Jobs are never paid on a mainnet, and {chainId} is one.',
    fix: 'Use a simulated or devnet rail; GET /api/jobs/templates lists those of this service.',
    example: { chainId: 'solana:mainnet-beta' },
  },
  escrow_rail_not_available: {
    kind: 'invalid',
    detail: 'There is no escrow rail "{chainId}" here.',
    fix: 'GET /api/jobs/templates lists the rails of this service.',
    example: { chainId: 'elsewhere' },
  },
  escrow_budget_exceeded: {
    kind: 'rate_limited',
    detail: 'The payout of {sol} SOL is above what the escrow wallet still pays today ({leftSol} SOL for this owner).',
    fix: 'Ask for less. A payout that waits is tried again by itself tomorrow (UTC).',
    example: { sol: '0.2', leftSol: '0.05', retryAfterSec: 28_800 },
  },
  escrow_balance_too_low: {
    kind: 'unavailable',
    detail: 'The escrow wallet {wallet} on {chainId} does not hold enough for this payout.',
    fix: 'The operator funds it; the payout is tried again by itself.',
    example: { wallet: WALLET, chainId: 'solana:devnet' },
  },
  price_not_available: {
    kind: 'unavailable',
    detail: 'There is no fresh price of {asset} in dollars, and without one nothing is reserved.',
    fix: 'Try again after retry-after; GET /api/coins/{mint}/kit shows the last price.',
    example: { asset: 'SOL', mint: MINT },
  },
  job_quota_exceeded: {
    kind: 'rate_limited',
    detail: '{limit} jobs of this key ended unpaid, which is as many as are kept.',
    fix: 'Let jobs be done and paid; those that were called off are removed after 90 days.',
    example: { limit: LIMITS.jobsRefundedPerKey, retryAfterSec: 3_600 },
  },
  kit_budget_exceeded: {
    kind: 'invalid',
    detail: 'The job needs {neededSol} SOL, and {freeSol} SOL of the coin’s budget are free.',
    fix: 'Ask for less, cancel another job, or wait until more fees accrue. Nothing was reserved.',
    example: { neededSol: '0.2', freeSol: '0.05' },
  },
  coin_owner_required: {
    kind: 'forbidden',
    detail: 'Only the key that launched the coin, or the operator, decides about its jobs.',
    fix: 'Use the key that launched the coin.',
  },
  job_state_not_allowed: {
    kind: 'conflict',
    detail: 'The job is {state}, and only one that is {needed} can be {action}.',
    fix: 'GET /api/jobs/{id} shows how it came there. Nothing was changed.',
    example: { id: 'job_4kQ2vXw8sNb7Rt1Yc9Zp', state: 'paid', needed: 'open or claimed', action: 'cancelled' },
  },
  job_deadline_expired: {
    kind: 'invalid',
    detail: 'The job could be {action} until {deadline}.',
    fix: 'Look for another one with GET /api/jobs?state=open. Nothing was changed.',
    example: { action: 'submitted', deadline: '2026-12-01T00:00:00.000Z' },
  },
  job_claim_own_not_allowed: {
    kind: 'forbidden',
    detail: 'The launcher of a coin cannot work for it: it would be paid from its own coin’s budget.',
    fix: 'Claim with another person’s wallet.',
  },
  job_worker_required: {
    kind: 'forbidden',
    detail: 'Only the wallet that claimed this job can hand something in.',
    fix: 'Sign with the wallet that claimed it.',
  },
  job_content_invalid: {
    kind: 'invalid',
    detail: 'What was handed in does not pass: {reason}.',
    fix: 'Correct the addresses named in errors[]. An owner who has looked at the work sends approve instead.',
    example: { reason: '/urls/0 it answers with status 404' },
  },
  service_not_ready: {
    kind: 'unavailable',
    detail: 'The service is not ready: {parts}.',
    fix: 'Ask again after retry-after. As the operator, look at the log and run `agent-launch doctor`.',
    example: { parts: 'chain (no node of pump answers)' },
  },
  crew_required: {
    kind: 'invalid',
    detail: 'A crew is required to wire the fees of this coin.',
    fix: 'Send crew[] with shares that total 100.',
  },
  platform_disabled: {
    kind: 'invalid',
    detail: 'The launchpad "{platform}" is not switched on here: {reason}',
    fix: 'See GET /api/platforms for those that are.',
    example: { platform: 'zora', reason: 'It needs BASE_RPC_URL.' },
  },
  operation_not_offered: {
    kind: 'invalid',
    detail: 'The launchpad "{platform}" does not offer {operation}.',
    fix: 'GET /api/platforms lists what each launchpad offers.',
    example: { platform: 'zora', operation: 'a first buy' },
  },
  buyback_not_configured: {
    kind: 'invalid',
    detail: 'There is no buyback without {missing}.',
    fix: 'Set BUYBACK_MINT and BUYBACK_KEY.',
    example: { missing: 'BUYBACK_MINT' },
  },
  buyback_balance_too_low: {
    kind: 'invalid',
    detail: 'The wallet {wallet} holds {balanceSol} SOL, of which {reserveSol} SOL stay as reserve: too little for a buy.',
    fix: 'Fund the wallet, or lower BUYBACK_RESERVE_SOL.',
    example: { wallet: WALLET, balanceSol: '0.06', reserveSol: '0.05' },
  },
  buyback_price_impact: {
    kind: 'refused',
    detail: 'The buy would move the price by {impactBps} basis points, and {impactBpsMax} are allowed.',
    fix: 'Lower BUYBACK_MAX_SOL, or wait for a deeper market.',
    example: { impactBps: 640, impactBpsMax: 300 },
  },
  buyback_price_risen: {
    kind: 'refused',
    detail: 'The price is {riseBps} basis points above the middle of the last runs, and {riseBpsMax} are allowed.',
    fix: 'Wait: the middle follows with the next runs. BUYBACK_PRICE_RISE_BPS sets what is allowed.',
    example: { riseBps: 2_400, riseBpsMax: 1_000 },
  },
  buyback_price_unproven: {
    kind: 'refused',
    detail: 'Only {count} of the last runs say what this coin costs on this market, and {min} are needed to tell a pushed price.',
    fix: 'Wait: each run is noted, and the next ones buy. BUYBACK_PRICE_RISE_BPS=0 buys at any price.',
    example: { count: 0, min: 2 },
  },
  buyback_budget_exceeded: {
    kind: 'refused',
    detail: 'What buybacks may spend today (UTC) is used up.',
    fix: 'Wait until tomorrow, or raise BUYBACK_DAILY_SOL.',
  },
  buyback_under_way: {
    kind: 'conflict',
    detail: 'The buyback before this one is not finished yet.',
    fix: 'Wait: the next run comes by the clock.',
  },
  buyback_execute_off: {
    kind: 'invalid',
    detail: 'Nothing was bought: this service records what runs would do, and executes none.',
    fix: 'Set BUYBACK_EXECUTE=1.',
  },
  coin_not_tradable: {
    kind: 'refused',
    detail: 'The coin has left its curve and has no pool yet: it trades nowhere.',
    fix: 'Wait until it is migrated.',
  },
  error_code_not_found: { kind: 'not_found', detail: 'There is no such error code.', fix: 'GET /api/agent lists them in errors[].' },
  method_not_allowed: {
    kind: 'method',
    detail: 'This path does not take {method}; it takes {allowed}.',
    fix: 'Send one of the methods in the allow header.',
    example: { method: 'PUT', allowed: 'GET, HEAD, OPTIONS' },
  },
  launcher_busy: {
    kind: 'conflict',
    detail: 'The wallet {wallet} has {count} transaction(s) that wait: new ones would stand behind them, or in their place.',
    fix: 'Wait until they are in a block, or replace them. Nothing was sent.',
    example: { wallet: EVM_WALLET, count: 1 },
  },
  crew_evm_wallet_missing: {
    kind: 'invalid',
    detail: 'Crew member {handle} has no evmWallet, and {platform} pays there.',
    fix: 'Send the member’s evmWallet: 0x and 40 hex digits.',
    example: { handle: '@frogfan', platform: 'Zora on Base' },
  },
  referrer_wallet_required: {
    kind: 'invalid',
    detail: 'The referrer {handle} of this key has no EVM wallet, and {platform} pays there.',
    fix: 'Launch on another platform, or with a key that was claimed after the directory had the referrer’s EVM wallet.',
    example: { handle: '@frogfan', platform: 'Zora on Base' },
  },
})
