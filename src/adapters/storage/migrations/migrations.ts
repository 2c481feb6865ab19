import { type Kysely, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { launches } from './steps/001-launches.ts'
import { webhooks } from './steps/002-webhooks.ts'
import { directory } from './steps/003-directory.ts'
import { upkeep } from './steps/004-upkeep.ts'
import { board } from './steps/006-board.ts'
import { claimSites } from './steps/025-claim-sites.ts'
import { wei } from './steps/019-wei.ts'
import { approvedPlans } from './steps/020-approved-plans.ts'
import { pictures } from './steps/021-pictures.ts'
import { idleKeys } from './steps/027-idle-keys.ts'
import { offers } from './steps/007-offers.ts'
import { payments } from './steps/008-payments.ts'
import { buybacks } from './steps/010-buybacks.ts'
import { jobs } from './steps/011-jobs.ts'
import { remits } from './steps/016-remits.ts'
import { webhookRetries } from './steps/017-webhook-retries.ts'
import { spending } from './steps/024-spending.ts'
import { namesakes } from './steps/028-namesakes.ts'
import { plansCompared } from './steps/029-plans-compared.ts'
import { calledOffJobs } from './steps/030-called-off-jobs.ts'

/** One step forward. */
export interface Migration {
  up(db: Kysely<any>): Promise<void>
}

const step = (statements: readonly string[]): Migration => ({
  async up(db: Kysely<any>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/**
 * Forward steps, run once each at start, in the order of their numbers. A step that has shipped is never edited:
 * a later number corrects it. One text serves SQLite and PostgreSQL where it can.
 */
export const migrationsFor = (dialect: SqlDialect): Record<string, Migration> => ({
  '001-launches': step(launches),
  '002-webhooks': step(webhooks),
  '003-directory': step(directory(dialect)),
  '004-upkeep': step(upkeep),
  '006-board': step(board),
  '007-offers': step(offers),
  '008-payments': step(payments),
  '010-buybacks': step(buybacks),
  '011-jobs': step(jobs),
  '016-remits': step(remits),
  '017-webhook-retries': step(webhookRetries),
  '019-wei': step(wei),
  '020-approved-plans': step(approvedPlans),
  '021-pictures': step(pictures(dialect)),
  '024-spending': step(spending),
  '025-claim-sites': step(claimSites),
  '027-idle-keys': step(idleKeys),
  '028-namesakes': step(namesakes),
  '029-plans-compared': step(plansCompared(dialect)),
  '030-called-off-jobs': step(calledOffJobs),
})
