/** For comparing plans: finds the last approved or consumed plan of the same coin, by key or launcher. */
export const approvedPlans: readonly string[] = [
  `ALTER TABLE dry_run ADD COLUMN launcher text`,
  `CREATE INDEX dry_run_approved ON dry_run (coin_name, approved_at_ms) WHERE approved_at_ms IS NOT NULL OR consumed_at_ms IS NOT NULL`,
]
