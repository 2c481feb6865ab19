import { Database as SqliteFile } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createTurnClock, yieldToEventLoop } from '../../../lib/yield-to-event-loop.ts'

/**
 * A turn of the event loop that has used the connection for this long leaves the rest to the next one. A statement of SQLite is over when
 * it returns, so a pass over many rows would otherwise go through in one turn, and requests would wait for all of it.
 */
const TURN_MS = 10

/** Size limit of the write-ahead log after a checkpoint; a long reader lets it grow past this for a while. */
const LOG_BYTES_KEPT = 16_777_216

/**
 * Most kibibytes of pages that a connection keeps in memory: with the default of 2,000 a database of 1 GB reads its pages again and
 * again.
 */
const CACHE_KIB_MAX = 32_768

/**
 * Most statements that a connection keeps prepared: more than the service has, whatever filters a list is asked with. With the default
 * of 20 nearly every statement is prepared anew, which takes ten times as long as running it.
 */
SqliteFile.MAX_QUERY_CACHE_SIZE = 1_000

/**
 * Opens a SQLite file so that every commit survives a power cut, every integer is exact, and free pages can be returned to the disk.
 * With `copyOf` it opens a copy of that database in memory instead.
 */
export function openSqlite(file: string, copyOf?: Uint8Array): SqliteFile {
  const db = copyOf
    ? SqliteFile.deserialize(copyOf, { strict: true, safeIntegers: true })
    : new SqliteFile(file, { create: true, strict: true, safeIntegers: true })
  // First, since the other pragmas may have to wait for locks.
  db.run('PRAGMA busy_timeout = 5000')
  // Effective in a new file only, before its first page is written; see giveBackPages. Where it is so already it would still write.
  const mode = db.query<{ auto_vacuum: bigint }, []>('PRAGMA auto_vacuum').get()!.auto_vacuum
  if (mode !== 2n) db.run('PRAGMA auto_vacuum = INCREMENTAL')
  db.run('PRAGMA journal_mode = WAL')
  db.run(`PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`)
  db.run('PRAGMA synchronous = FULL')
  db.run(`PRAGMA cache_size = -${CACHE_KIB_MAX}`)
  db.run('PRAGMA foreign_keys = ON')
  return db
}

/**
 * Kysely over one bun:sqlite connection; transactions begin IMMEDIATE and run one at a time. Others are answered between two statements
 * or transactions once a turn of the event loop has worked for TURN_MS.
 */
export const sqliteDialect = (db: SqliteFile, turnMs = createTurnClock()): Dialect => ({
  createAdapter: () => new QueuedSqliteAdapter(),
  createDriver: () => new SqliteDriver(db, turnMs),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new LimitingQueryCompiler(),
})

/**
 * The driver has a queue of its own. Kysely's wakes everyone who waits each time that the connection is free, of whom one gets it: with
 * sixty requests at once that is most of what a statement takes.
 */
class QueuedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Adds 0 to every limit. SQLite prepares a statement anew each time that a parameter which is a limit itself gets a value, since its plan
 * may depend on it: that takes ten times as long as finding a row.
 */
class LimitingQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

class SqliteDriver implements Driver {
  readonly #db: SqliteFile
  readonly #connection: SqliteConnection
  #queue: Promise<void> = Promise.resolve()
  #release: () => void = () => {}
  readonly #turnMs: () => number

  constructor(db: SqliteFile, turnMs: () => number) {
    this.#db = db
    this.#turnMs = turnMs
    this.#connection = new SqliteConnection(db)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#queue
    let release = () => {}
    this.#queue = new Promise((resolve) => (release = resolve))
    await before
    if (this.#turnMs() > TURN_MS) await yieldToEventLoop()
    this.#release = release
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Left open by a rollback that failed, as on a disk that does not answer.
    if (this.#db.inTransaction) await connection.executeQuery(CompiledQuery.raw('ROLLBACK'))
    await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('COMMIT'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back by itself when the disk is full.
    if (this.#db.inTransaction) await connection.executeQuery(CompiledQuery.raw('ROLLBACK'))
  }

  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #db: SqliteFile

  constructor(db: SqliteFile) {
    this.#db = db
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#db.query<Row, never[]>(sql)
    const values = parameters as never[]
    if (statement.columnNames.length > 0) return { rows: statement.all(...values).map(toNumbers) }
    // What lets it prepare the first statement of several runs them all; it takes no parameters.
    const { changes } = values.length === 0 && sql.includes(';') ? this.#db.run(sql) : statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('SQLite rows are not streamed')
  }
}

/** Integers in the range of a number become numbers; larger ones stay bigints. */
function toNumbers<Row>(row: Row): Row {
  const columns = row as Record<string, unknown>
  for (const name in columns) {
    const value = columns[name]
    if (typeof value === 'bigint' && value <= 9007199254740991n && value >= -9007199254740991n) columns[name] = Number(value)
  }
  return row
}
