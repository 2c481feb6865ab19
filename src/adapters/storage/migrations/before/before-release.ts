import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { type Migration, step } from '../migrations.ts'
import { approvedPlans } from './020-approved-plans.ts'
import { pictures } from './021-pictures.ts'
import { spending } from './024-spending.ts'
import { claimSites } from './025-claim-sites.ts'
import { idleKeys } from './027-idle-keys.ts'
import { namesakes } from './028-namesakes.ts'
import { plansCompared } from './029-plans-compared.ts'
import { calledOffJobs } from './030-called-off-jobs.ts'
import { amounts } from './031-amounts.ts'
import { amountsTold } from './032-amounts-told.ts'
import { names } from './033-names.ts'

/** Migrations that every database from before the first release has, by their recorded names. */
export const FIRST_STEPS: readonly string[] = [
  '001-launches',
  '002-webhooks',
  '003-directory',
  '004-upkeep',
  '006-board',
  '007-offers',
  '008-payments',
  '010-buybacks',
  '011-jobs',
  '016-remits',
  '017-webhook-retries',
  '019-wei',
]

/** Further migrations up to the first release, in order. */
export const stepsBeforeRelease = (dialect: SqlDialect): Record<string, Migration> => ({
  '020-approved-plans': step(dialect, approvedPlans),
  '021-pictures': step(dialect, pictures(dialect)),
  '024-spending': step(dialect, spending),
  '025-claim-sites': step(dialect, claimSites),
  '027-idle-keys': step(dialect, idleKeys),
  '028-namesakes': step(dialect, namesakes),
  '029-plans-compared': step(dialect, plansCompared(dialect)),
  '030-called-off-jobs': step(dialect, calledOffJobs),
  '031-amounts': step(dialect, amounts(dialect)),
  '032-amounts-told': amountsTold,
  '033-names': step(dialect, names(dialect)),
})
