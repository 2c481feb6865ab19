/** Index to find unused claimed keys by age. */
export const idleKeys: readonly string[] = [
  `CREATE INDEX api_key_idle ON api_key ((coalesce(last_used_at_ms, created_at_ms))) WHERE claim_address IS NOT NULL`,
  `CREATE INDEX payment_rejected ON payment (valid_before_ms) WHERE state = 'rejected'`,
]
