import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { amount, comparableAmount } from './amount.ts'

/** Coins with the state of the scheduled passes over them, what their names look like, and the totals of all. */
export const coins = (dialect: SqlDialect): readonly string[] => [
  // No distribution of the coin is tried below `crank_from` before `crank_wait_until_ms`: the last attempt would have paid nobody.
  // `curve_due…`, `split_due…`, `crank_due…`: when the coin is read next for its graduation, for a split taken away, for fees to pay out.
  // `seen_accrued`, `quiet_since_ms`: what it had accrued when one of these read it last, and since when.
  // `remits_…`: when the coin's distributions are read next, how far back, and where an interrupted reading resumes.
  `CREATE TABLE coin (
    mint text PRIMARY KEY, platform text NOT NULL, currency text NOT NULL, key_id text NOT NULL, operation_id text NOT NULL,
    name text NOT NULL, ticker text NOT NULL, description text NOT NULL, image_sha256 text, metadata_id text, mode text NOT NULL,
    crew_json text NOT NULL, shareholders_json text NOT NULL, launcher text NOT NULL, agent_json text, twitter text, website text,
    treasury_bps bigint NOT NULL, signature text NOT NULL, fee_share_signature text, fee_share_locked bigint NOT NULL,
    fees_locked_at_launch bigint NOT NULL, lock_path text NOT NULL, create_height bigint NOT NULL, lock_height bigint,
    holder_kol bigint NOT NULL, launched_at_ms bigint NOT NULL, graduated_at_ms bigint, featured_at_ms bigint, featured_url text,
    fees_redirected_at_ms bigint, fees_redirected_to text,
    ${amount(dialect, 'paid')}, ${amount(dialect, 'crank_from')}, crank_wait_until_ms bigint NOT NULL DEFAULT 0,
    curve_due_at_ms bigint NOT NULL DEFAULT 0, split_due_at_ms bigint NOT NULL DEFAULT 0, crank_due_at_ms bigint NOT NULL DEFAULT 0,
    seen_accrued text, quiet_since_ms bigint,
    remits_due_at_ms bigint NOT NULL DEFAULT 0, remits_read_to text, remits_newest text, remits_before text)`,
  // Lists of coins in each order, with what they are filtered by; with the names here, a search reads no coin that it does not find.
  `CREATE INDEX coin_listed ON coin (launched_at_ms, mint, platform, fee_share_locked, fees_redirected_at_ms, graduated_at_ms, name, ticker)`,
  `CREATE INDEX coin_open ON coin (launched_at_ms, mint, platform, graduated_at_ms) WHERE fee_share_locked = 0`,
  `CREATE INDEX coin_graduated ON coin (graduated_at_ms, mint, platform, fee_share_locked, fees_redirected_at_ms)
    WHERE graduated_at_ms IS NOT NULL`,
  `CREATE INDEX coin_paid ON coin (currency, ${comparableAmount(dialect, 'paid')}, mint, platform, fee_share_locked, fees_redirected_at_ms,
    graduated_at_ms)`,
  // Fees that were taken from their split after its lock: since when it is known, and who gets them.
  `CREATE INDEX coin_redirected ON coin (fees_redirected_at_ms, mint) WHERE fees_redirected_at_ms IS NOT NULL`,
  // Lists of an agent's coins, with what is counted of them.
  `CREATE INDEX coin_of_key ON coin (key_id, launched_at_ms, mint, fee_share_locked, fees_redirected_at_ms)`,
  `CREATE INDEX coin_of_launcher ON coin (launcher, launched_at_ms, mint, fee_share_locked, fees_redirected_at_ms)`,
  `CREATE INDEX coin_unfeatured ON coin (launched_at_ms, mint) WHERE graduated_at_ms IS NOT NULL AND featured_at_ms IS NULL`,
  `CREATE INDEX coin_locked ON coin (mint, split_due_at_ms, crank_due_at_ms) WHERE fee_share_locked = 1`,
  `CREATE INDEX coin_remits_due ON coin (remits_due_at_ms) WHERE fee_share_locked = 1`,
  `CREATE INDEX coin_curve_due ON coin (curve_due_at_ms) WHERE graduated_at_ms IS NULL`,
  `CREATE INDEX coin_image ON coin (image_sha256) WHERE image_sha256 IS NOT NULL`,
  // By name and by ticker in any case, for warnings of duplicates.
  `CREATE INDEX coin_by_name ON coin (lower(name), key_id)`,
  `CREATE INDEX coin_by_ticker ON coin (lower(ticker), key_id)`,

  `CREATE TABLE coin_look (
    part text NOT NULL, look text NOT NULL, mint text NOT NULL, key_id text NOT NULL, PRIMARY KEY (part, look, key_id, mint))`,

  // A few rows, of which one is updated in the commit of each coin, remit and buyback, so that totals are read without counting.
  // That of payments is 1.
  `CREATE TABLE totals (
    id bigint PRIMARY KEY, coins bigint NOT NULL, locked bigint NOT NULL, remits bigint NOT NULL, buybacks bigint NOT NULL DEFAULT 0)`,
  `INSERT INTO totals (id, coins, locked, remits) VALUES (1, 0, 0, 0)`,
  // Of names there are `remitted` and `bought`.
  `CREATE TABLE totals_amount (name text NOT NULL, currency text NOT NULL, ${amount(dialect, 'amount')}, PRIMARY KEY (name, currency))`,
]
