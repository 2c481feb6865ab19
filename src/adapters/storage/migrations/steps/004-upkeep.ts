/** Leases, runs of the clock, counters of the public record, and what upkeep remembers of each coin. */
export const upkeep: readonly string[] = [
  `CREATE TABLE lease (name text PRIMARY KEY, holder text NOT NULL, expires_at_ms bigint NOT NULL)`,

  // `position` is where an unfinished run goes on; null when the last one came to its end.
  `CREATE TABLE job_run (
    name text PRIMARY KEY, last_started_at_ms bigint, last_finished_at_ms bigint, last_outcome text, next_run_at_ms bigint, position text)`,

  // One row, changed in the commit of each coin and remit: the totals are read without counting.
  `CREATE TABLE tally (
    id bigint PRIMARY KEY, coins bigint NOT NULL, locked bigint NOT NULL, remits bigint NOT NULL, remitted_lamports bigint NOT NULL)`,
  `INSERT INTO tally (id, coins, locked, remits, remitted_lamports) VALUES (1, (SELECT count(*) FROM coin),
    (SELECT count(*) FROM coin WHERE fee_share_locked = 1), (SELECT count(*) FROM remit), (SELECT coalesce(sum(lamports), 0) FROM remit))`,

  // What the operator's own wallet paid for an operation; 0 when the launcher did.
  `ALTER TABLE operation ADD COLUMN operator_lamports bigint NOT NULL DEFAULT 0`,
  `CREATE INDEX operation_of_operator ON operation (created_at_ms, key_id, operator_lamports) WHERE operator_lamports > 0`,
  `CREATE INDEX operation_recent ON operation (kind, mint, finished_at_ms)`,

  // No distribution of the coin is tried below this accrual before that time: the last one offered would have paid nobody.
  `ALTER TABLE coin ADD COLUMN crank_from_lamports bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE coin ADD COLUMN crank_wait_until_ms bigint NOT NULL DEFAULT 0`,
  // The reading of a coin's distributions: when it is due, how far back it has to go, and where a broken one goes on.
  `ALTER TABLE coin ADD COLUMN remits_due_at_ms bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE coin ADD COLUMN remits_read_to text`,
  `ALTER TABLE coin ADD COLUMN remits_newest text`,
  `ALTER TABLE coin ADD COLUMN remits_before text`,

  `CREATE INDEX coin_locked ON coin (mint) WHERE fee_share_locked = 1`,
  `CREATE INDEX coin_remits_due ON coin (remits_due_at_ms) WHERE fee_share_locked = 1`,
  `CREATE INDEX coin_on_curve ON coin (mint) WHERE graduated_at_ms IS NULL`,
  `CREATE INDEX coin_live ON coin (launched_at_ms, mint) WHERE graduated_at_ms IS NULL`,
  `CREATE INDEX event_newest ON event (at_ms, id)`,
]
