/** Launches handed out for signing, and where pinned contents are. */
export const offers: readonly string[] = [
  `CREATE TABLE launch_offer (id text PRIMARY KEY, offer_json text NOT NULL, expires_at_ms bigint NOT NULL)`,
  `CREATE INDEX launch_offer_expiry ON launch_offer (expires_at_ms)`,
  `CREATE TABLE pin (sha256 text PRIMARY KEY, uri text NOT NULL)`,
]
