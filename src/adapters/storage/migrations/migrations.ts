import { type Kysely, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { launches } from './001-launches.ts'
import { webhooks } from './002-webhooks.ts'
import { directory } from './003-directory.ts'
import { upkeep } from './004-upkeep.ts'
import { board } from './006-board.ts'
import { claimSites } from './025-claim-sites.ts'
import { wei } from './019-wei.ts'
import { approvedPlans } from './020-approved-plans.ts'
import { pictures } from './021-pictures.ts'
import { idleKeys } from './027-idle-keys.ts'
import { offers } from './007-offers.ts'
import { payments } from './008-payments.ts'
import { buybacks } from './010-buybacks.ts'
import { jobs } from './011-jobs.ts'
import { remits } from './016-remits.ts'
import { webhookRetries } from './017-webhook-retries.ts'
import { spending } from './024-spending.ts'
import { namesakes } from './028-namesakes.ts'
import { plansCompared } from './029-plans-compared.ts'

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
})
