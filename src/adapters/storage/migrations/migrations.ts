import { type Kysely, sql } from 'kysely'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { initial } from './initial/initial.ts'

/** One step forward. */
export interface Migration {
  up(db: Kysely<any>): Promise<void>
}

/** The step that runs these statements, one after the other. */
export const step = (statements: readonly string[]): Migration => ({
  async up(db: Kysely<any>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/**
 * Forward steps, run once each at start, in the order of their numbers. A step that has shipped is never edited:
 * a later number corrects it. One text serves SQLite and PostgreSQL where it can.
 */
export const migrationsFor = (dialect: SqlDialect): Record<string, Migration> => ({
  '001-initial': step(initial(dialect)),
})
