import type { SqlDialect } from '../../engine/sql-dialect.ts'

/** Tables and columns renamed to the names in the code. */
export const names = (dialect: SqlDialect): readonly string[] => [
  `ALTER TABLE dry_run RENAME COLUMN notes_json TO quote_json`,
  `ALTER TABLE spending RENAME COLUMN purse TO budget`,
  `ALTER TABLE coin_job_step RENAME COLUMN place TO position`,
  `ALTER TABLE tally RENAME TO totals`,
  ...(dialect === 'postgres' ? [`ALTER INDEX tally_pkey RENAME TO totals_pkey`] : []),
]
