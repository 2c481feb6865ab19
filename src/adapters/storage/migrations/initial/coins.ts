import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { amount } from './amount.ts'

/** Coins with the state of the scheduled passes over them, their payments, and events. */
export const coins = (dialect: SqlDialect): readonly string[] => [
  // No distribution of the coin is tried below `crank_from` before `crank_wait_until_ms`: the last attempt would have paid nobody.
  // `remits_…`: when the coin's distributions are read next, how far back, and where an interrupted reading resumes.
  `CREATE TABLE coin (
    mint text PRIMARY KEY, platform text NOT NULL, currency text NOT NULL, key_id text NOT NULL, operation_id text NOT NULL,
    name text NOT NULL, ticker text NOT NULL, description text NOT NULL, image_sha256 text, metadata_id text, mode text NOT NULL,
    crew_json text NOT NULL, shareholders_json text NOT NULL, launcher text NOT NULL, agent_json text, twitter text, website text,
    treasury_bps bigint NOT NULL, signature text NOT NULL, fee_share_signature text, fee_share_locked bigint NOT NULL,
    fees_locked_at_launch bigint NOT NULL, lock_path text NOT NULL, create_height bigint NOT NULL, lock_height bigint,
    holder_kol bigint NOT NULL, launched_at_ms bigint NOT NULL, graduated_at_ms bigint, featured_at_ms bigint, featured_url text,
    ${amount(dialect, 'paid')}, ${amount(dialect, 'crank_from')}, crank_wait_until_ms bigint NOT NULL DEFAULT 0,
    remits_due_at_ms bigint NOT NULL DEFAULT 0, remits_read_to text, remits_newest text, remits_before text)`,
  `CREATE INDEX coin_newest ON coin (launched_at_ms, mint)`,
  `CREATE INDEX coin_of_key ON coin (key_id, launched_at_ms, mint)`,
  `CREATE INDEX coin_unfeatured ON coin (launched_at_ms, mint) WHERE graduated_at_ms IS NOT NULL AND featured_at_ms IS NULL`,
  `CREATE INDEX coin_locked ON coin (mint) WHERE fee_share_locked = 1`,
  `CREATE INDEX coin_remits_due ON coin (remits_due_at_ms) WHERE fee_share_locked = 1`,
  `CREATE INDEX coin_on_curve ON coin (mint) WHERE graduated_at_ms IS NULL`,
  `CREATE INDEX coin_live ON coin (launched_at_ms, mint) WHERE graduated_at_ms IS NULL`,
  `CREATE INDEX coin_image ON coin (image_sha256) WHERE image_sha256 IS NOT NULL`,
  // By name and by ticker in any case, for warnings of duplicates.
  `CREATE INDEX coin_by_name ON coin (lower(name), key_id)`,
  `CREATE INDEX coin_by_ticker ON coin (lower(ticker), key_id)`,

  // One transaction can distribute the fees of several coins: a wallet has one remit per coin.
  `CREATE TABLE remit (
    id text PRIMARY KEY, mint text NOT NULL, ticker text NOT NULL, wallet text NOT NULL, handle text NOT NULL, role text NOT NULL,
    currency text NOT NULL, ${amount(dialect, 'amount')}, signature text NOT NULL, height bigint NOT NULL, at_ms bigint NOT NULL,
    UNIQUE (signature, wallet, mint))`,
  `CREATE INDEX remit_newest ON remit (at_ms, id)`,
  `CREATE INDEX remit_of_mint ON remit (mint, at_ms, id)`,
  `CREATE INDEX remit_of_wallet ON remit (wallet, at_ms, id)`,
  feeHour(dialect),

  // One row, updated in the commit of each coin, remit and buyback, so that totals are read without counting.
  `CREATE TABLE totals (
    id bigint PRIMARY KEY, coins bigint NOT NULL, locked bigint NOT NULL, remits bigint NOT NULL, buybacks bigint NOT NULL DEFAULT 0)`,
  `INSERT INTO totals (id, coins, locked, remits) VALUES (1, 0, 0, 0)`,
  totalsAmount(dialect),

  `CREATE TABLE event (
    id text PRIMARY KEY, type text NOT NULL, mint text, key_id text NOT NULL, data_json text NOT NULL, at_ms bigint NOT NULL)`,
  `CREATE INDEX event_of_mint ON event (mint, at_ms)`,
  `CREATE INDEX event_newest ON event (at_ms, id)`,
]

/** Amounts of the totals: `remitted` and `bought`, each by currency. */
export const totalsAmount = (dialect: SqlDialect): string =>
  `CREATE TABLE totals_amount (name text NOT NULL, currency text NOT NULL, ${amount(dialect, 'amount')}, PRIMARY KEY (name, currency))`

/** Fees paid per hour and role, for the board. */
export const feeHour = (dialect: SqlDialect): string =>
  `CREATE TABLE fee_hour (
    hour_ms bigint NOT NULL, role text NOT NULL, currency text NOT NULL, ${amount(dialect, 'amount')},
    PRIMARY KEY (hour_ms, role, currency))`
