/** Events, webhook endpoints and their deliveries. */
export const webhooks: readonly string[] = [
  `CREATE TABLE event (
    id text PRIMARY KEY, type text NOT NULL, mint text, key_id text NOT NULL, data_json text NOT NULL, at_ms bigint NOT NULL)`,
  `CREATE INDEX event_of_mint ON event (mint, at_ms)`,
  `CREATE INDEX event_newest ON event (at_ms, id)`,
  `CREATE INDEX event_of_type ON event (type, at_ms, id)`,

  // Of a receiver that is a chat the address is a secret, sealed in `sealed_url`.
  `CREATE TABLE webhook_endpoint (
    id text PRIMARY KEY, key_id text NOT NULL, url text NOT NULL, format text NOT NULL DEFAULT 'standard', sealed_url text, events_json text NOT NULL, label text, disabled text,
    sealed_secret text NOT NULL, previous_sealed_secret text, previous_until_ms bigint, first_failed_at_ms bigint,
    failures bigint NOT NULL DEFAULT 0, next_attempt_at_ms bigint NOT NULL, lease text, leased_until_ms bigint NOT NULL, created_at_ms bigint NOT NULL)`,
  `CREATE INDEX webhook_endpoint_of_key ON webhook_endpoint (key_id, created_at_ms, id)`,
  `CREATE INDEX webhook_endpoint_newest ON webhook_endpoint (created_at_ms, id)`,
  `CREATE INDEX webhook_endpoint_failing ON webhook_endpoint (created_at_ms, id)
    WHERE first_failed_at_ms IS NOT NULL OR disabled IS NOT NULL`,

  // No foreign key to the endpoint: deleting one must never fail the commit that enqueues an event concurrently.
  `CREATE TABLE webhook_delivery (
    id text PRIMARY KEY, endpoint_id text NOT NULL, event_id text NOT NULL REFERENCES event (id), state text NOT NULL,
    pending bigint NOT NULL, attempts_json text NOT NULL, position bigint NOT NULL,
    due_at_ms bigint NOT NULL DEFAULT 0, created_at_ms bigint NOT NULL, finished_at_ms bigint)`,
  `CREATE INDEX webhook_delivery_queue ON webhook_delivery (endpoint_id, pending, position, id) WHERE pending = 1`,
  `CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, due_at_ms, position) WHERE pending = 1`,
  `CREATE INDEX webhook_delivery_newest ON webhook_delivery (endpoint_id, position, id)`,
  `CREATE INDEX webhook_delivery_finished ON webhook_delivery (finished_at_ms) WHERE pending = 0`,
  // Tells whether an event has a delivery left.
  `CREATE INDEX webhook_delivery_of_event ON webhook_delivery (event_id)`,
]
