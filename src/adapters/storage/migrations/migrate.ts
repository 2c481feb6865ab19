import { type QueryExecutorProvider, sql } from 'kysely'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import type { Migration } from './migrations.ts'
import { REPLICA_LEASE } from '../../../ports/storage/scheduling/replica-lease.ts'
import { RefusedDatabase } from './refused-database.ts'
import { refuseUnreleased, STEP_TABLE } from './unreleased-database.ts'

/**
 * Applies every missing migration, in the order of names, in one transaction. A process that is killed meanwhile leaves the database
 * unchanged. `lock` makes replicas take turns.
 *
 * Kysely's Migrator is not used: at each start it reads the columns of every table and commits a lock of its own, which takes 10 to 60 ms
 * where this takes 5 to 10.
 *
 * @throws Error when a migration fails, (PausingStep) when one needs a pause and replicas run, and what `missingSteps` throws
 */
export async function migrate(
  db: Executor,
  { steps, dialect, lock }: { steps: Steps; dialect: SqlDialect; lock: (tx: Executor, name: string) => Promise<void> },
): Promise<void> {
  if ((await missingSteps(db, steps, dialect)).length === 0) return
  try {
    await db.transaction().execute(async (tx) => {
      await lock(tx, 'migrations')
      await sql`CREATE TABLE IF NOT EXISTS ${sql.table(STEP_TABLE)} (
        name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL, beside varchar(255))`.execute(tx)
      for (const name of missing(steps, await applied(tx))) {
        const { beside, up } = steps[name]!
        if (beside === null && name !== FIRST_STEP && dialect === 'postgres') await refuseBesideReplicas(tx, name)
        await up(tx)
        await sql`INSERT INTO ${sql.table(STEP_TABLE)} (name, timestamp, beside) VALUES (${name}, CURRENT_TIMESTAMP, ${beside})`.execute(tx)
      }
    })
  } catch (error) {
    if (error instanceof RefusedDatabase) throw error
    throw new Error('the database could not be brought up to date', { cause: error })
  }
}

type Steps = Readonly<Record<string, Migration>>

/**
 * The names of the missing migrations.
 * @throws Error (NewerDatabase) when it has migrations beside which this version does not work, (UnreleasedDatabase) when a commit before
 * 1.0.0 made it, (ForeignDatabase) when it has tables and belongs to another program, and whatever keeps it from answering
 */
export async function missingSteps(db: QueryExecutorProvider, steps: Steps, dialect: SqlDialect): Promise<readonly string[]> {
  const tables = await tableNames(db, dialect)
  if (!tables.includes(STEP_TABLE)) {
    if (tables.length > 0) throw new ForeignDatabase()
    return missing(steps, [])
  }
  const present = await applied(db)
  const names = present.map(({ name }) => name)
  refuseUnreleased({ tables, steps: names }, 'name an empty one in DATABASE_URL, or move its file away, or run that commit')
  if (names.length > 0 && !names.some((name) => name in steps)) throw new ForeignDatabase()
  return missing(steps, present)
}

/** The first migration, which an empty database lacks. */
export const FIRST_STEP = '001-initial'

/** The names of the database's tables, except those of SQLite or of an extension of PostgreSQL. */
async function tableNames(db: QueryExecutorProvider, dialect: SqlDialect): Promise<string[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
      : sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
          AND c.relkind IN ('r', 'p') AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`
  ).execute(db)
  return rows.map(({ name }) => name)
}

/** The database belongs to another program. */
class ForeignDatabase extends RefusedDatabase {
  override readonly name = 'ForeignDatabase'

  constructor() {
    super('the database has tables of another program', 'name an empty database in DATABASE_URL, or the one of this service')
  }
}

/** The database was written by a later version, whose data an older one would lose. */
class NewerDatabase extends RefusedDatabase {
  override readonly name = 'NewerDatabase'

  constructor(unknown: readonly string[]) {
    super(`the database is of a later version of this service (${unknown.join(', ')})`, 'start that one, or restore a backup')
  }
}

/** A step needs a pause, and replicas run. */
class PausingStep extends RefusedDatabase {
  override readonly name = 'PausingStep'

  constructor(step: string, replicas: number) {
    super(
      `step ${step} of the database needs a pause, and ${replicas} replica(s) of an earlier version run`,
      'stop every one, then start this version; one that was killed counts for 30 s more',
    )
  }
}

/** @throws Error (PausingStep) while replicas have their lease, by the clock of the server */
async function refuseBesideReplicas(tx: QueryExecutorProvider, step: string): Promise<void> {
  const { rows } = await sql<{ n: number | bigint }>`SELECT count(*) AS n FROM lease WHERE name LIKE ${`${REPLICA_LEASE}%`}
    AND expires_at_ms > extract(epoch from clock_timestamp()) * 1000`.execute(tx)
  const replicas = Number(rows[0]!.n)
  if (replicas > 0) throw new PausingStep(step, replicas)
}

/** A step that a database has; `beside` as it was recorded with it. */
interface AppliedStep {
  readonly name: string
  readonly beside?: string | null
}

async function applied(db: QueryExecutorProvider): Promise<readonly AppliedStep[]> {
  const { rows } = await sql<AppliedStep>`SELECT * FROM ${sql.table(STEP_TABLE)}`.execute(db)
  return rows
}

/** @throws Error (NewerDatabase) when there are steps of a later version beside which this one does not work */
function missing(steps: Steps, present: readonly AppliedStep[]): string[] {
  const own = Object.keys(steps).toSorted()
  const unknown = present.filter(({ name }) => !(name in steps))
  if (unknown.some(({ beside }) => !beside || beside > own.at(-1)!)) throw new NewerDatabase(unknown.map(({ name }) => name))
  return own.filter((step) => !present.some(({ name }) => name === step))
}
