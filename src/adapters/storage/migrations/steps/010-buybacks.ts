/** Runs of the buyback, and their totals. */
export const buybacks: readonly string[] = [
  // What no race and no bug may get past: one run for each time of the clock, and one under way.
  `CREATE TABLE buyback (
    id text PRIMARY KEY, due_at_ms bigint NOT NULL UNIQUE, mint text, ticker text, wallet text, state text NOT NULL, failure_json text,
    quote_json text, operation_id text UNIQUE, receipt_json text, finished_at_ms bigint)`,
  `CREATE INDEX buyback_newest ON buyback (due_at_ms, id)`,
  `CREATE UNIQUE INDEX buyback_under_way ON buyback (state) WHERE state = 'under_way'`,
  `ALTER TABLE tally ADD COLUMN buybacks bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE tally ADD COLUMN bought_lamports bigint NOT NULL DEFAULT 0`,
]
