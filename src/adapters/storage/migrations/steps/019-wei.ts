/**
 * Amounts of ETH have more digits than a bigint holds: their `lamports` columns count whole gwei, and `wei_rest` the wei
 * beneath. Sums of both columns stay sums. What SOL was paid is counted apart from what ETH was.
 */
export const wei: readonly string[] = [
  `ALTER TABLE coin ADD COLUMN currency text NOT NULL DEFAULT 'SOL'`,
  `ALTER TABLE coin ADD COLUMN paid_wei_rest bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE remit ADD COLUMN currency text NOT NULL DEFAULT 'SOL'`,
  `ALTER TABLE remit ADD COLUMN wei_rest bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE tally ADD COLUMN remitted_gwei bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE tally ADD COLUMN remitted_wei_rest bigint NOT NULL DEFAULT 0`,
]
