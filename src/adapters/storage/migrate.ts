import { type Kysely, sql } from 'kysely'
import type { Migration } from './migrations.ts'

/** The table of Kysely's own migrator, which older databases were brought forward with. */
const TABLE = sql.table('kysely_migration')

/**
 * Brings the database forward: every step that it does not have yet, in the order of their names, in one transaction.
 * A process that is killed meanwhile leaves the database as it was. `lock` makes replicas take turns.
 *
 * @throws Error when a step fails, or when the database has steps that this executable does not know
 */
export async function migrate(
  db: Kysely<any>,
  steps: Readonly<Record<string, Migration>>,
  lock: (tx: Kysely<any>, name: string) => Promise<void>,
): Promise<void> {
  if (missing(steps, await applied(db).catch(() => [])).length === 0) return
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

/**
 * The names of the steps that the database does not have yet.
 * @throws Error (NewerDatabase) when it has steps that this executable does not know
 */
export async function missingSteps(db: Kysely<any>, steps: Readonly<Record<string, Migration>>): Promise<readonly string[]> {
  return missing(steps, await applied(db).catch(() => []))
}

/** The database was written by a later executable, and going back would lose what that one keeps there. */
class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

async function applied(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${TABLE}`.execute(db)
  return rows.map(({ name }) => name)
}

function missing(steps: Readonly<Record<string, Migration>>, present: readonly string[]): string[] {
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
