/** What wallets signed of taking part, and the plans that name them. */
export interface ConsentTables {
  consent: { wallet: string; choice: string; agents_json: string; signed_at_ms: number; proof_json: string }
  /** Whom a plan names beside treasury and launcher, by addressKey. */
  dry_run_named: { wallet: string; dry_run_id: string; expires_at_ms: number }
}
