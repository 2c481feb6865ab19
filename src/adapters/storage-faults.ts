import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { StorageFault, type StorageFaultCode } from '../ports/storage/storage-fault.ts'

/** SQLite's error names, and those of errors that it passes on. @see https://sqlite.org/rescode.html */
const SQLITE: readonly (readonly [RegExp, StorageFaultCode])[] = [
  [/^SQLITE_(FULL|IOERR_SHMSIZE)$|^(ENOSPC|EDQUOT)$/, 'storage_full'],
  // A file locked longer than the busy timeout, a read-only folder, a failing disk, no file descriptor left.
  [/^SQLITE_(BUSY|LOCKED|READONLY|IOERR|CANTOPEN|PROTOCOL)(_|$)|^(EMFILE|ENFILE|EROFS|EIO)$/, 'storage_unavailable'],
]

/** Codes of a connection that cannot be made or is gone: PostgreSQL's, and those of its client and of sockets. */
const CONNECTION =
  /^(08...|57P0\d|CONNECTION_\w+|CONNECT_TIMEOUT|E[A-Z]*(CONN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE|NOTFOUND|AI_AGAIN)[A-Z]*)$/

/** PostgreSQL's error codes. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES: readonly (readonly [RegExp, StorageFaultCode])[] = [
  [/^53100$/, 'storage_full'],
  [CONNECTION, 'storage_unavailable'],
  // Too many connections or too little memory, an I/O error, a read-only standby, a name or password that is no longer right, no socket.
  [/^(53...|58030|25006|28...|3D000|EMFILE|ENFILE|ENOENT)$/, 'storage_unavailable'],
  // A broken deadlock or conflict, limits that ran out (of a lock, between statements, of a statement), a cancelled statement.
  [/^(40001|40003|40P01|55P03|25P03|25P04|57014)$/, 'storage_unavailable'],
  // Statements by name, of a session that a pooler gave to others, or of a table that another version has changed since.
  [/^(26000|42P05|0A000)$/, 'storage_unavailable'],
]

/** PostgreSQL begins no session where it cannot write what sessions share, and calls that an internal error. */
const FULL_FOR_SESSIONS = /^could not write init file/

/** True for an error of a connection to another program, as sockets and the clients of databases throw them. */
export const isConnectionFault = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && CONNECTION.test(error.code)) || /^Connection terminated/.test(error.message))

/** The error for the storage's caller: a StorageFault where it is one, else unchanged. */
export function asStorageFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageFault || !('code' in error) || typeof error.code !== 'string') return error
  const { code } = error
  if (FULL_FOR_SESSIONS.test(error.message)) return new StorageFault('storage_full', { cause: error })
  const found = [...SQLITE, ...POSTGRES].find(([pattern]) => pattern.test(code))
  return found ? new StorageFault(found[1], { cause: error }) : error
}

/** The result of `work`. @throws StorageFault for the database's own errors of that kind */
export function faulting<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw asStorageFault(error)
  }
}

/** The health of the storage, from its errors and successes. */
export interface FaultRecord {
  readonly record: (fault: StorageFault | null) => void
  /** True from a write that failed for lack of space until one that succeeds. */
  readonly full: () => boolean
}

/** A healthy record, which calls `onFault` for each fault. */
export function createFaultRecord({ onFault = () => {} }: { readonly onFault?: (fault: StorageFault) => void }): FaultRecord {
  let full = false
  return {
    full: () => full,
    record: (fault) => {
      if (fault) onFault(fault)
      full = fault?.code === 'storage_full' || (full && fault !== null)
    },
  }
}

/**
 * The dialect with its errors converted to StorageFaults. A rollback that fails does not hide the error that caused it. `record` is
 * called with each fault, and with null after each successful write.
 */
export const faultingDialect = (dialect: Dialect, record: FaultRecord['record']): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createDriver: () => faultingDriver(dialect.createDriver(), record),
})

type Attempt = <Result>(work: () => Promise<Result>) => Promise<Result>

function faultingDriver(driver: Driver, record: FaultRecord['record']): Driver {
  const attempt: Attempt = async (work) => {
    try {
      return await work()
    } catch (error) {
      const thrown = asStorageFault(error)
      if (thrown instanceof StorageFault && thrown !== error) record(thrown)
      throw thrown
    }
  }
  const unwrapped = (connection: DatabaseConnection) => (connection instanceof FaultingConnection ? connection.inner : connection)
  return {
    init: () => driver.init(),
    acquireConnection: (options) => attempt(async () => new FaultingConnection(await driver.acquireConnection(options), attempt, record)),
    beginTransaction: (connection, settings) => {
      if (connection instanceof FaultingConnection) connection.transacts = true
      return attempt(() => driver.beginTransaction(unwrapped(connection), settings))
    },
    commitTransaction: (connection) => attempt(() => driver.commitTransaction(unwrapped(connection))),
    rollbackTransaction: (connection) => driver.rollbackTransaction(unwrapped(connection)).catch(() => {}),
    releaseConnection: (connection, options) => driver.releaseConnection(unwrapped(connection), options),
    destroy: (options) => driver.destroy(options),
  }
}

class FaultingConnection implements DatabaseConnection {
  /** Writes of a transaction count as successful when it is committed. */
  transacts = false
  readonly inner: DatabaseConnection
  readonly #attempt: Attempt
  readonly #record: FaultRecord['record']

  constructor(inner: DatabaseConnection, attempt: Attempt, record: FaultRecord['record']) {
    this.inner = inner
    this.#attempt = attempt
    this.#record = record
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.#attempt(() => this.inner.executeQuery<Row>(query))
    if (!this.transacts && (result.numAffectedRows ?? 0n) > 0n) this.#record(null)
    return result
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are not streamed')
  }
}
