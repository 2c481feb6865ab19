/** What a plan is compared with: the one of the same coin that was last approved or used, by its key or by its launcher. */
export const approvedPlans: readonly string[] = [
  `ALTER TABLE dry_run ADD COLUMN launcher text`,
  `CREATE INDEX dry_run_approved ON dry_run (coin_name, approved_at_ms) WHERE approved_at_ms IS NOT NULL OR consumed_at_ms IS NOT NULL`,
]
