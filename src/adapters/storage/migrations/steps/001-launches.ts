/** Keys, pictures, dry-runs, the journal of operations, coins, remits and events. */
export const launches: readonly string[] = [
  `CREATE TABLE api_key (
    id text PRIMARY KEY, hash text NOT NULL UNIQUE, fingerprint text NOT NULL, label text NOT NULL, agent_name text, model text,
    launches_per_hour bigint NOT NULL, require_approval bigint NOT NULL, ops bigint NOT NULL, referral_json text, claim_address text,
    active bigint NOT NULL, created_at_ms bigint NOT NULL, last_used_at_ms bigint)`,
  `CREATE INDEX api_key_claim ON api_key (claim_address, created_at_ms)`,
  `CREATE INDEX api_key_newest ON api_key (created_at_ms, id)`,

  `CREATE TABLE image (sha256 text PRIMARY KEY, content_type text NOT NULL, bytes bytea NOT NULL)`,

  `CREATE TABLE dry_run (
    id text PRIMARY KEY, key_id text NOT NULL, coin_name text NOT NULL, plan_json text NOT NULL, plan_hash text NOT NULL,
    notes_json text NOT NULL, created_at_ms bigint NOT NULL, expires_at_ms bigint NOT NULL, approved_at_ms bigint, approved_by text,
    reserved_by text, consumed_at_ms bigint)`,
  `CREATE INDEX dry_run_previous ON dry_run (key_id, coin_name, created_at_ms)`,
  `CREATE INDEX dry_run_expiry ON dry_run (expires_at_ms)`,

  `CREATE TABLE operation (
    id text PRIMARY KEY, kind text NOT NULL, platform text NOT NULL, mint text NOT NULL, key_id text NOT NULL, launcher text NOT NULL,
    dry_run_id text, idempotency_id text UNIQUE, plan_json text, metadata_id text UNIQUE, lock_path text, transactions_json text NOT NULL,
    state text NOT NULL, unfinished bigint NOT NULL, failure_json text, result_json text, created_at_ms bigint NOT NULL,
    finished_at_ms bigint, next_check_at_ms bigint NOT NULL)`,
  // What no race and no bug may get past: one living operation for each dry-run, and one at a time of a kind on a coin.
  `CREATE UNIQUE INDEX operation_dry_run ON operation (dry_run_id) WHERE dry_run_id IS NOT NULL AND state <> 'failed'`,
  `CREATE UNIQUE INDEX operation_in_flight ON operation (kind, mint) WHERE unfinished = 1`,
  `CREATE INDEX operation_due ON operation (next_check_at_ms) WHERE unfinished = 1`,
  `CREATE INDEX operation_of_key ON operation (kind, key_id, created_at_ms, id)`,
  `CREATE INDEX operation_newest ON operation (kind, created_at_ms, id)`,
  `CREATE INDEX operation_mint ON operation (mint)`,

  `CREATE TABLE idempotency (
    id text PRIMARY KEY, scope text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, operation_id text, finished bigint NOT NULL,
    expires_at_ms bigint NOT NULL, UNIQUE (scope, key))`,
  `CREATE TABLE used_signature (digest text PRIMARY KEY, expires_at_ms bigint NOT NULL)`,

  `CREATE TABLE coin (
    mint text PRIMARY KEY, platform text NOT NULL, key_id text NOT NULL, operation_id text NOT NULL, name text NOT NULL,
    ticker text NOT NULL, description text NOT NULL, image_sha256 text, metadata_id text, mode text NOT NULL, crew_json text NOT NULL,
    shareholders_json text NOT NULL, launcher text NOT NULL, agent_json text, twitter text, website text, treasury_bps bigint NOT NULL,
    signature text NOT NULL, fee_share_signature text, fee_share_locked bigint NOT NULL, fees_locked_at_launch bigint NOT NULL,
    lock_path text NOT NULL, create_slot bigint NOT NULL, lock_slot bigint, holder_kol bigint NOT NULL, launched_at_ms bigint NOT NULL,
    graduated_at_ms bigint, featured_at_ms bigint, featured_url text)`,
  `CREATE INDEX coin_newest ON coin (launched_at_ms, mint)`,
  `CREATE INDEX coin_of_key ON coin (key_id, launched_at_ms, mint)`,
  `CREATE INDEX coin_unfeatured ON coin (launched_at_ms, mint) WHERE graduated_at_ms IS NOT NULL AND featured_at_ms IS NULL`,

  `CREATE TABLE remit (
    id text PRIMARY KEY, mint text NOT NULL, ticker text NOT NULL, wallet text NOT NULL, handle text NOT NULL, role text NOT NULL,
    lamports bigint NOT NULL, signature text NOT NULL, slot bigint NOT NULL, at_ms bigint NOT NULL, UNIQUE (signature, wallet))`,
  `CREATE INDEX remit_newest ON remit (at_ms, id)`,
  `CREATE INDEX remit_of_mint ON remit (mint, at_ms, id)`,
  `CREATE INDEX remit_of_wallet ON remit (wallet, at_ms, id)`,

  `CREATE TABLE event (
    id text PRIMARY KEY, type text NOT NULL, mint text, key_id text NOT NULL, data_json text NOT NULL, at_ms bigint NOT NULL)`,
  `CREATE INDEX event_of_mint ON event (mint, at_ms)`,
]
