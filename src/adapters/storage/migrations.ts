import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { launches } from './migrations/001-launches.ts'
import { upkeep } from './migrations/004-upkeep.ts'
import { offers } from './migrations/007-offers.ts'

const step = (statements: readonly string[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/**
 * Forward steps, run once each at start, in the order of their numbers. A step that has shipped is never edited:
 * a later number corrects it. One text serves SQLite and PostgreSQL.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '001-launches': step(launches),
  '004-upkeep': step(upkeep),
  '007-offers': step(offers),
}
