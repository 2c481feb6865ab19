import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { amount, amountAboveZero } from './amount.ts'

/** Creative jobs, their history, their reservations of each coin's budget, and the escrow that pays them. */
export const jobs = (dialect: SqlDialect): readonly string[] => [
  // `whole_item` is 0 where a job pays a part of an item; `looks` is how often in a row an address of handed-in work could not be reached;
  // `part` is the first of its `parts` that is not paid.
  `CREATE TABLE coin_job (
    id text PRIMARY KEY, mint text NOT NULL, ticker text NOT NULL, key_id text NOT NULL, launcher text, template text NOT NULL, chain_id text NOT NULL,
    budget_usd_micros bigint NOT NULL, price_usd_micros bigint NOT NULL, ${amountAboveZero(dialect, 'amount')},
    posts_per_week bigint, whole_item bigint NOT NULL DEFAULT 1, parts bigint NOT NULL DEFAULT 1, part bigint NOT NULL DEFAULT 1, state text NOT NULL, deadline_ms bigint, worker text, urls_json text NOT NULL, note text,
    cancel_reason text, steps bigint NOT NULL, check_at_ms bigint, looks bigint NOT NULL DEFAULT 0, created_at_ms bigint NOT NULL, changed_at_ms bigint NOT NULL)`,
  `CREATE INDEX coin_job_newest ON coin_job (created_at_ms, id)`,
  `CREATE INDEX coin_job_of_mint ON coin_job (mint, created_at_ms, id)`,
  `CREATE INDEX coin_job_state ON coin_job (state, created_at_ms, id)`,
  `CREATE INDEX coin_job_deadline ON coin_job (deadline_ms) WHERE deadline_ms IS NOT NULL`,
  // Refunded jobs of a key, which are counted, and deleted after a time when cancelled.
  `CREATE INDEX coin_job_refunded ON coin_job (key_id, changed_at_ms) WHERE state = 'refunded'`,
  // What agents had done and paid for.
  `CREATE INDEX coin_job_paid_of_key ON coin_job (key_id) WHERE state = 'paid'`,
  `CREATE INDEX coin_job_paid_of_launcher ON coin_job (launcher) WHERE state = 'paid'`,
  `CREATE INDEX coin_job_unpaid ON coin_job (check_at_ms) WHERE check_at_ms IS NOT NULL`,
  // A worker's own jobs, and how many are in his hands.
  `CREATE INDEX coin_job_of_worker ON coin_job (worker, created_at_ms, id) WHERE worker IS NOT NULL`,
  `CREATE INDEX coin_job_held ON coin_job (worker, state) WHERE worker IS NOT NULL`,

  `CREATE TABLE coin_job_step (
    job_id text NOT NULL, position bigint NOT NULL, from_state text, to_state text NOT NULL, actor text NOT NULL, note text,
    at_ms bigint NOT NULL, PRIMARY KEY (job_id, position))`,

  `CREATE TABLE coin_budget (
    mint text PRIMARY KEY, ${amount(dialect, 'reserved')}, ${amount(dialect, 'spent')})`,

  // Constraints against races and bugs: a job's money enters escrow once, and each part leaves it once.
  `CREATE TABLE escrow_transfer (
    job_id text NOT NULL, side text NOT NULL, part bigint NOT NULL DEFAULT 1, kind text NOT NULL, from_account text NOT NULL, to_account text NOT NULL,
    ${amountAboveZero(dialect, 'amount')}, at_ms bigint NOT NULL, PRIMARY KEY (job_id, side, part))`,

  // One payout of a part at a time, and none after one that landed.
  `CREATE TABLE escrow_payout (
    id text PRIMARY KEY, job_id text NOT NULL, part bigint NOT NULL DEFAULT 1, transactions_json text NOT NULL, state text NOT NULL, created_at_ms bigint NOT NULL,
    ended_at_ms bigint)`,
  `CREATE UNIQUE INDEX escrow_payout_living ON escrow_payout (job_id, part) WHERE state <> 'dead'`,
]
