import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { amount } from './amount.ts'

/** Leases, alarms, programs, runs of jobs, buybacks, the spending log of the operator's wallets, and what operators did. */
export const upkeep = (dialect: SqlDialect): readonly string[] => [
  `CREATE TABLE lease (name text PRIMARY KEY, holder text NOT NULL, expires_at_ms bigint NOT NULL)`,

  // Raised, or on its way to be: `raised_at_ms` is null until its condition has held for long enough.
  `CREATE TABLE alarm (
    name text NOT NULL, subject text NOT NULL, summary text NOT NULL, since_ms bigint NOT NULL, seen_at_ms bigint NOT NULL,
    raised_at_ms bigint, PRIMARY KEY (name, subject))`,

  // What launches go through: as it is deployed, and as it was accepted, both null until somebody does.
  `CREATE TABLE deployed_program (
    platform text NOT NULL, address text NOT NULL, name text NOT NULL, seen_build text NOT NULL, seen_control text NOT NULL,
    looked_at_ms bigint NOT NULL, disputed integer NOT NULL, accepted_build text, accepted_control text, accepted_at_ms bigint,
    PRIMARY KEY (platform, address))`,

  // What all replicas have to have set alike.
  `CREATE TABLE agreed_setting (name text PRIMARY KEY, fingerprint text NOT NULL)`,

  // `position` is where an interrupted run resumes; null when the last one was complete.
  `CREATE TABLE job_run (
    name text PRIMARY KEY, last_started_at_ms bigint, last_finished_at_ms bigint, last_outcome text, next_run_at_ms bigint, position text)`,

  // Constraints against races and bugs: one run of a buyer per coin and due time, and one under way. The buyer is `treasury`, or a mint.
  `CREATE TABLE buyback (
    id text PRIMARY KEY, buyer text NOT NULL, due_at_ms bigint NOT NULL, mint text, ticker text, wallet text, state text NOT NULL, failure_json text,
    quote_json text, operation_id text UNIQUE, receipt_json text, finished_at_ms bigint)`,
  `CREATE UNIQUE INDEX buyback_due ON buyback (buyer, due_at_ms, coalesce(mint, ''))`,
  `CREATE INDEX buyback_newest ON buyback (due_at_ms, id)`,
  `CREATE INDEX buyback_of_state ON buyback (state, due_at_ms, id)`,
  `CREATE UNIQUE INDEX buyback_under_way ON buyback (buyer, mint) WHERE state = 'under_way'`,

  `CREATE TABLE buyback_sum (
    buyer text NOT NULL, mint text NOT NULL, ticker text, runs bigint NOT NULL, ${amount(dialect, 'spent')}, ${amount(dialect, 'tokens')}, ${amount(dialect, 'burned')}, PRIMARY KEY (buyer, mint))`,

  // `outcome` is what became of a settlement.
  `CREATE TABLE spending (
    budget text NOT NULL, id text NOT NULL, spending_class text NOT NULL, caller text NOT NULL, ${amount(dialect, 'amount')},
    at_ms bigint NOT NULL, outcome text NOT NULL DEFAULT 'open', PRIMARY KEY (budget, id))`,
  `CREATE INDEX spending_of_day ON spending (budget, at_ms, spending_class, caller, amount)`,
  `CREATE INDEX spending_age ON spending (at_ms)`,
  `CREATE INDEX spending_unsettled ON spending (budget, caller, at_ms) WHERE outcome <> 'settled'`,
  `CREATE INDEX spending_failed ON spending (budget, at_ms) WHERE outcome = 'failed'`,

  `CREATE TABLE operator_act (
    id text PRIMARY KEY, number bigint NOT NULL UNIQUE, hash text NOT NULL, kind text NOT NULL, way text NOT NULL, address text, name text, subject text NOT NULL, detail_json text NOT NULL,
    at_ms bigint NOT NULL)`,
  `CREATE INDEX operator_act_newest ON operator_act (at_ms, id)`,
  `CREATE TABLE act_chain (
    id integer PRIMARY KEY, kept_number bigint NOT NULL, kept_hash text NOT NULL, last_number bigint NOT NULL, last_hash text NOT NULL)`,
  `INSERT INTO act_chain (id, kept_number, kept_hash, last_number, last_hash) VALUES (1, 0, '${'0'.repeat(64)}', 0, '${'0'.repeat(64)}')`,
]
