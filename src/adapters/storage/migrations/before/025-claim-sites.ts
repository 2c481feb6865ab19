/** Claims are counted by the /48 of an IPv6 address too. */
export const claimSites: readonly string[] = [
  `ALTER TABLE api_key ADD COLUMN claim_site text`,
  `CREATE INDEX api_key_claim_site ON api_key (claim_site, created_at_ms)`,
]
