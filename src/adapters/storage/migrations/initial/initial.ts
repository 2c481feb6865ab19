import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { coins } from './coins.ts'
import { directory } from './directory.ts'
import { earnings } from './earnings.ts'
import { jobs } from './jobs.ts'
import { launches } from './launches.ts'
import { ledger } from './ledger.ts'
import { payments } from './payments.ts'
import { upkeep } from './upkeep.ts'
import { webhooks } from './webhooks.ts'

/** Every table of the first release. */
export const initial = (dialect: SqlDialect): readonly string[] => [
  ...launches(dialect),
  ...coins(dialect),
  ...earnings(dialect),
  ...webhooks,
  ...directory(dialect),
  ...payments,
  ...upkeep(dialect),
  ...jobs(dialect),
  ...ledger(dialect),
]
