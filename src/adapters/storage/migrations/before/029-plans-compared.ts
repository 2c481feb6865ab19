import type { SqlDialect } from '../../engine/sql-dialect.ts'

/**
 * For comparing plans: indexes by key and by launcher, then by look-alike name and ticker. Unused dry-runs count in a quota of their
 * owner, as pictures do.
 */
export const plansCompared = (dialect: SqlDialect): readonly string[] => [
  `ALTER TABLE dry_run ADD COLUMN ticker text NOT NULL DEFAULT ''`,
  `UPDATE dry_run SET ticker = COALESCE(${ticker(dialect)}, '')`,
  `DROP INDEX dry_run_approved`,
  ...['approved', 'consumed'].flatMap((what) =>
    ['key_id', 'launcher'].map(
      (whose) => `CREATE INDEX dry_run_${what}_of_${whose} ON dry_run (${whose}, ${what}_at_ms) WHERE ${what}_at_ms IS NOT NULL`,
    ),
  ),
  `ALTER TABLE dry_run ADD COLUMN owner text NOT NULL DEFAULT ''`,
  `ALTER TABLE dry_run ADD COLUMN stranger bigint NOT NULL DEFAULT 0`,
  `CREATE INDEX dry_run_waiting ON dry_run (owner, stranger, expires_at_ms) WHERE consumed_at_ms IS NULL`,
]

const ticker = (dialect: SqlDialect): string =>
  dialect === 'sqlite' ? `json_extract(plan_json, '$.wish.ticker')` : `plan_json::json #>> '{wish,ticker}'`
