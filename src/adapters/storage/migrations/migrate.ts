import { type Kysely, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import type { Migration } from './migrations.ts'

/** The table of Kysely's own migrator, which older databases were brought forward with. */
const TABLE_NAME = 'kysely_migration'
const TABLE = sql.table(TABLE_NAME)

/**
 * Brings the database forward: every step that it does not have yet, in the order of their names, in one transaction.
 * A process that is killed meanwhile leaves the database as it was. `lock` makes replicas take turns.
 *
 * @throws Error when a step fails, (NewerDatabase) when the database has steps that this executable does not know, or
 * (ForeignDatabase) when it has tables and is not ours
 */
export async function migrate(
  db: Kysely<any>,
  { steps, dialect, lock }: { steps: Steps; dialect: SqlDialect; lock: (tx: Kysely<any>, name: string) => Promise<void> },
): Promise<void> {
  if ((await missingSteps(db, steps, dialect)).length === 0) return
  try {
    await db.transaction().execute(async (tx) => {
      await lock(tx, 'migrations')
      await sql`CREATE TABLE IF NOT EXISTS ${TABLE} (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(tx)
      for (const name of missing(steps, await applied(tx))) {
        await steps[name]!.up(tx)
        await sql`INSERT INTO ${TABLE} (name, timestamp) VALUES (${name}, CURRENT_TIMESTAMP)`.execute(tx)
      }
    })
  } catch (error) {
    if (error instanceof NewerDatabase) throw error
    throw new Error('the database could not be brought up to date', { cause: error })
  }
}

type Steps = Readonly<Record<string, Migration>>

/**
 * The names of the steps that the database does not have yet.
 * @throws Error (NewerDatabase) when it has steps that this executable does not know, (ForeignDatabase) when it has tables and
 * is not ours, and whatever keeps it from answering
 */
export async function missingSteps(db: Kysely<any>, steps: Steps, dialect: SqlDialect): Promise<readonly string[]> {
  const tables = await tableNames(db, dialect)
  if (tables.includes(TABLE_NAME)) {
    const present = await applied(db)
    if (present.length > 0 && !present.some((name) => name in steps)) throw new ForeignDatabase()
    return missing(steps, present)
  }
  if (tables.length > 0) throw new ForeignDatabase()
  return missing(steps, [])
}

/** The names of the database's tables, but for those that SQLite or an extension of PostgreSQL brought along. */
async function tableNames(db: Kysely<any>, dialect: SqlDialect): Promise<string[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
      : sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
          AND c.relkind IN ('r', 'p') AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`
  ).execute(db)
  return rows.map(({ name }) => name)
}

/** The database is another program's, which would not bear our tables among its own. */
class ForeignDatabase extends Error {
  override readonly name = 'ForeignDatabase'

  constructor() {
    super('the database has tables of another program: name an empty database in DATABASE_URL, or the one of this service')
  }
}

/** The database was written by a later executable, and going back would lose what that one keeps there. */
class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

async function applied(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${TABLE}`.execute(db)
  return rows.map(({ name }) => name)
}

function missing(steps: Steps, present: readonly string[]): string[] {
  const unknown = present.filter((name) => !(name in steps))
  if (unknown.length > 0) {
    throw new NewerDatabase(
      `the database is of a later version of this service (${unknown.join(', ')}): start that one, or restore a backup`,
    )
  }
  return Object.keys(steps)
    .filter((name) => !present.includes(name))
    .toSorted()
}
