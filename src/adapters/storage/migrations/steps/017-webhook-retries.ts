/** A delivery waits for its own next attempt, and an endpoint that keeps failing rests as a whole. */
export const webhookRetries: readonly string[] = [
  `ALTER TABLE webhook_delivery ADD COLUMN due_at_ms bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE webhook_endpoint ADD COLUMN failures bigint NOT NULL DEFAULT 0`,
  // Rests were as long as the wait of the first delivery, up to a day.
  `UPDATE webhook_endpoint SET next_attempt_at_ms = 0`,
  `CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, due_at_ms, position) WHERE pending = 1`,
]
