/** Claims are also counted by the /48 of an IPv6 address. */
export const claimSites: readonly string[] = [
  `ALTER TABLE api_key ADD COLUMN claim_site text`,
  `CREATE INDEX api_key_claim_site ON api_key (claim_site, created_at_ms)`,
]
