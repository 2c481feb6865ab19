import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { amount } from './amount.ts'

/** Plans, and what is launched without an approval of each. */
const DRY_RUNS: readonly string[] = [
  `CREATE TABLE dry_run (
    id text PRIMARY KEY, key_id text NOT NULL, coin_name text NOT NULL, ticker text NOT NULL DEFAULT '', launcher text,
    plan_json text NOT NULL, plan_hash text NOT NULL, quote_json text NOT NULL, image_sha256 text, created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL, approvals bigint NOT NULL DEFAULT 0, approvals_json text NOT NULL DEFAULT '[]',
    approvals_required bigint NOT NULL DEFAULT 1, approved_at_ms bigint, approved_by text, reserved_by text, consumed_at_ms bigint,
    rejected_at_ms bigint, rejected_by text, rejection_reason text, owner text NOT NULL DEFAULT '', stranger bigint NOT NULL DEFAULT 0)`,
  `CREATE INDEX dry_run_over ON dry_run (expires_at_ms) WHERE reserved_by IS NULL AND consumed_at_ms IS NULL`,
  `CREATE INDEX dry_run_image ON dry_run (image_sha256) WHERE image_sha256 IS NOT NULL`,
  // For comparing plans: by key and by launcher, then by look-alike name and ticker.
  ...['approved', 'consumed'].flatMap((what) =>
    ['key_id', 'launcher'].map(
      (whose) => `CREATE INDEX dry_run_${what}_of_${whose} ON dry_run (${whose}, ${what}_at_ms) WHERE ${what}_at_ms IS NOT NULL`,
    ),
  ),
  `CREATE INDEX dry_run_waiting ON dry_run (owner, stranger, expires_at_ms) WHERE consumed_at_ms IS NULL`,
  // What an approver is asked for, newest first.
  `CREATE INDEX dry_run_undecided ON dry_run (created_at_ms, id, expires_at_ms, key_id)
    WHERE consumed_at_ms IS NULL AND rejected_at_ms IS NULL AND reserved_by IS NULL`,

  // What humans allow keys to launch without an approval of each plan.
  `CREATE TABLE spending_policy (
    hash text PRIMARY KEY, key_id text NOT NULL, policy_json text NOT NULL, approvals_json text NOT NULL, approvals_required bigint NOT NULL,
    signed_at_ms bigint NOT NULL, until_ms bigint NOT NULL, revoked_at_ms bigint)`,
  `CREATE INDEX spending_policy_newest ON spending_policy (signed_at_ms, hash)`,
  `CREATE INDEX spending_policy_living ON spending_policy (key_id, until_ms) WHERE revoked_at_ms IS NULL`,

  // What wallets signed of taking part, and the plans that name them.
  `CREATE TABLE consent (
    wallet text PRIMARY KEY, choice text NOT NULL, agents_json text NOT NULL, signed_at_ms bigint NOT NULL, proof_json text NOT NULL)`,
  `CREATE TABLE dry_run_named (
    wallet text NOT NULL, dry_run_id text NOT NULL, expires_at_ms bigint NOT NULL, PRIMARY KEY (wallet, expires_at_ms, dry_run_id))`,
  `CREATE INDEX dry_run_named_over ON dry_run_named (expires_at_ms)`,
]

/** Keys, pictures, dry-runs, offers, and the journal of operations. */
export const launches = (dialect: SqlDialect): readonly string[] => [
  `CREATE TABLE api_key (
    id text PRIMARY KEY, name text NOT NULL UNIQUE, hash text NOT NULL UNIQUE, fingerprint text NOT NULL, label text NOT NULL, agent_name text, model text,
    launches_per_hour bigint NOT NULL, require_approval bigint NOT NULL, ops bigint NOT NULL, referral_json text, referral_wallet text,
    claim_address text, claim_site text, active bigint NOT NULL, created_at_ms bigint NOT NULL, last_used_at_ms bigint,
    previous_hash text, previous_until_ms bigint, bounds_json text)`,
  // A key's text from before a rotation, which stays good for a while.
  `CREATE UNIQUE INDEX api_key_previous ON api_key (previous_hash) WHERE previous_hash IS NOT NULL`,
  `CREATE INDEX api_key_claim ON api_key (claim_address, created_at_ms)`,
  // Claims are also counted by the /48 of an IPv6 address.
  `CREATE INDEX api_key_claim_site ON api_key (claim_site, created_at_ms)`,
  `CREATE INDEX api_key_newest ON api_key (created_at_ms, id)`,
  `CREATE INDEX api_key_referred ON api_key (referral_wallet, created_at_ms, id) WHERE referral_wallet IS NOT NULL`,
  // Finds unused claimed keys by age.
  `CREATE INDEX api_key_idle ON api_key ((coalesce(last_used_at_ms, created_at_ms))) WHERE claim_address IS NOT NULL`,

  // `used` is 1 while a launch that did not fail, or its coin, has the picture, which then counts in no quota.
  `CREATE TABLE image (
    sha256 text PRIMARY KEY, content_type text NOT NULL, bytes bytea NOT NULL, owner text NOT NULL DEFAULT '',
    stranger bigint NOT NULL DEFAULT 0, size_bytes bigint NOT NULL DEFAULT 0, stored_at_ms bigint NOT NULL DEFAULT 0,
    used bigint NOT NULL DEFAULT 0)`,
  `CREATE INDEX image_unused ON image (stranger, size_bytes) WHERE used = 0`,
  `CREATE INDEX image_of_owner ON image (owner, size_bytes, stored_at_ms) WHERE used = 0`,
  `CREATE INDEX image_stored ON image (stored_at_ms) WHERE used = 0`,

  ...DRY_RUNS,
  ...operations(dialect),

  `CREATE TABLE idempotency (
    id text PRIMARY KEY, scope text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, operation_id text, finished bigint NOT NULL,
    expires_at_ms bigint NOT NULL, UNIQUE (scope, key))`,
  `CREATE INDEX idempotency_expiry ON idempotency (expires_at_ms)`,
  `CREATE TABLE used_signature (digest text PRIMARY KEY, expires_at_ms bigint NOT NULL)`,
  `CREATE INDEX used_signature_expiry ON used_signature (expires_at_ms)`,

  // Offers of unsigned launches and locks; launches count in the hourly limit of their key where their metadata is uploaded.
  `CREATE TABLE launch_offer (
    id text PRIMARY KEY, kind text NOT NULL DEFAULT 'launch', offer_json text NOT NULL, expires_at_ms bigint NOT NULL, image_sha256 text,
    key_id text NOT NULL DEFAULT '')`,
  `CREATE INDEX launch_offer_expiry ON launch_offer (expires_at_ms)`,
  `CREATE INDEX launch_offer_image ON launch_offer (image_sha256) WHERE image_sha256 IS NOT NULL`,
  `CREATE INDEX launch_offer_of_key ON launch_offer (key_id, expires_at_ms)`,
  // Addresses of pinned content.
  `CREATE TABLE pin (sha256 text PRIMARY KEY, uri text NOT NULL)`,
]

/** The journal. */
const operations = (dialect: SqlDialect): readonly string[] => [
  `CREATE TABLE operation (
    id text PRIMARY KEY, kind text NOT NULL, platform text NOT NULL, mint text NOT NULL, key_id text NOT NULL, launcher text NOT NULL,
    dry_run_id text, idempotency_id text UNIQUE, plan_json text, ${amount(dialect, 'initial_buy')}, image_sha256 text,
    metadata_id text UNIQUE, lock_path text, policy_hash text, transactions_json text NOT NULL, state text NOT NULL, unfinished bigint NOT NULL,
    failure_json text, result_json text, created_at_ms bigint NOT NULL, finished_at_ms bigint, next_check_at_ms bigint NOT NULL)`,
  // Constraints against races and bugs: one unfinished operation per dry-run, and one at a time of a kind per coin.
  `CREATE UNIQUE INDEX operation_dry_run ON operation (dry_run_id) WHERE dry_run_id IS NOT NULL AND state <> 'failed'`,
  // What used a plan, failed tries too.
  `CREATE INDEX operation_of_plan ON operation (dry_run_id, created_at_ms) WHERE dry_run_id IS NOT NULL`,
  `CREATE UNIQUE INDEX operation_in_flight ON operation (kind, mint) WHERE unfinished = 1`,
  `CREATE INDEX operation_due ON operation (next_check_at_ms) WHERE unfinished = 1`,
  // What is under way of a kind, by its age.
  `CREATE INDEX operation_unfinished ON operation (kind, created_at_ms, id) WHERE unfinished = 1`,
  `CREATE INDEX operation_of_state ON operation (kind, state, created_at_ms, id)`,
  // Whether a key ever made an operation, and what it referred.
  `CREATE INDEX operation_key ON operation (key_id, kind, state, created_at_ms)`,
  `CREATE INDEX operation_of_key ON operation (kind, key_id, created_at_ms, id)`,
  `CREATE INDEX operation_newest ON operation (kind, created_at_ms, id)`,
  `CREATE INDEX operation_mint ON operation (mint)`,
  `CREATE INDEX operation_recent ON operation (kind, mint, finished_at_ms)`,
  `CREATE INDEX operation_of_policy ON operation (policy_hash, created_at_ms, id) WHERE policy_hash IS NOT NULL`,
  `CREATE INDEX operation_image ON operation (image_sha256) WHERE image_sha256 IS NOT NULL`,
]
