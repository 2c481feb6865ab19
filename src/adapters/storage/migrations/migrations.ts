import { type QueryExecutorProvider, sql } from 'kysely'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { initial } from './initial/initial.ts'

/** A migration. */
export interface Migration {
  /**
   * The newest step of the oldest version that works beside a database with this one, so that replicas are replaced one by one. Null where
   * none does: all replicas are stopped first.
   */
  readonly beside: string | null
  up(db: QueryExecutorProvider): Promise<void>
}

/**
 * A migration that executes these statements, one after the other. SQLite is given them as one text: prepared one by one they would be most
 * of what a first start does. PostgreSQL prepares single statements only.
 */
export const step = (dialect: SqlDialect, beside: string | null, statements: readonly string[]): Migration => ({
  beside,
  async up(db: QueryExecutorProvider) {
    const texts = dialect === 'sqlite' ? [statements.join(';\n')] : statements
    for (const text of texts) await sql.raw(text).execute(db)
  },
})

/**
 * Migrations, each applied once at start, in the order of their numbers. A released one is never edited: a later number corrects it. One
 * text serves SQLite and PostgreSQL where possible.
 */
export const migrationsFor = (dialect: SqlDialect): Record<string, Migration> => ({
  '001-initial': step(dialect, null, initial(dialect)),
})
