/** Payments of single calls. */
export const payments: readonly string[] = [
  // By `signature_sha256` a repeated payment is known from one with a forged signature.
  // While `lease` is null, `lease_until_ms` is when the payment is checked next.
  `CREATE TABLE payment (
    id text PRIMARY KEY, network text NOT NULL, asset text NOT NULL, payer text NOT NULL, nonce text NOT NULL, pay_to text NOT NULL,
    amount bigint NOT NULL, valid_before_ms bigint NOT NULL, fingerprint text NOT NULL, route text NOT NULL, idempotency_key text,
    client text NOT NULL, signature_sha256 text, state text NOT NULL, open bigint NOT NULL, run_id text NOT NULL, transaction_hash text, failure text,
    answer_json text, lease text, lease_until_ms bigint NOT NULL, created_at_ms bigint NOT NULL, settled_at_ms bigint,
    finished_at_ms bigint, UNIQUE (network, asset, payer, nonce))`,
  // Constraints against races, bugs and facilitators: one payment per request, and one request per transfer.
  `CREATE UNIQUE INDEX payment_of_key ON payment (payer, idempotency_key) WHERE idempotency_key IS NOT NULL`,
  `CREATE UNIQUE INDEX payment_transaction ON payment (transaction_hash) WHERE transaction_hash IS NOT NULL`,
  `CREATE INDEX payment_due ON payment (lease_until_ms) WHERE open = 1`,
  `CREATE INDEX payment_kept ON payment (finished_at_ms) WHERE idempotency_key IS NOT NULL`,
  `CREATE INDEX payment_newest ON payment (created_at_ms, id)`,
  `CREATE INDEX payment_rejected ON payment (valid_before_ms) WHERE state = 'rejected'`,
  `CREATE INDEX payment_of_state ON payment (state, created_at_ms, id)`,
  // A prepaid balance is spent by statements that look at it themselves; the constraint is for bugs.
  `CREATE TABLE credit (
    session_key text PRIMARY KEY, network text NOT NULL, asset text NOT NULL, payer text NOT NULL, balance bigint NOT NULL CHECK (balance >= 0),
    bought bigint NOT NULL, refund bigint NOT NULL, created_at_ms bigint NOT NULL)`,
  `CREATE TABLE credit_purchase (payment_id text PRIMARY KEY, session_key text NOT NULL, amount bigint NOT NULL)`,
]
