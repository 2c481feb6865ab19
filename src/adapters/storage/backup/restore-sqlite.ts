import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { refuseUnreleased, STEP_TABLE } from '../migrations/unreleased-database.ts'
import { checkSqlite, copySqlite, flush } from './copy-sqlite.ts'

/** A process has the database open; nothing was changed. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

const RESTORING = '.restoring'

/**
 * Reads the whole file.
 * @throws Error unless SQLite finds it sound and it is a database of this service, (UnreleasedDatabase) of a commit before 1.0.0
 */
export function checkBackup(file: string): void {
  checkSqlite(file)
  const db = new Database(file, { readonly: true, strict: true })
  try {
    const namesIn = (sql: string) =>
      db
        .query<{ name: string }, []>(sql)
        .all()
        .map(({ name }) => name)
    refuseUnreleased(
      { tables: namesIn('SELECT name FROM sqlite_schema'), steps: namesIn(`SELECT name FROM ${STEP_TABLE}`) },
      'name a backup of 1.0.0 or later, or restore it with that commit',
    )
  } finally {
    db.close()
  }
}

/**
 * Replaces the database `to` by a checked copy of `from`, atomically: a complete database of that name exists at any time. The previous
 * one is kept as `kept`, with the rest of its journal. Unconsumed dry-runs in the copy expire, since what they approve may have been
 * launched after the backup.
 *
 * @throws DatabaseInUse while any process has `to` open
 * @throws Error when `from` is damaged or no database of this service; nothing is changed then
 */
export function restoreSqlite({ from, to, kept }: { readonly from: string; readonly to: string; readonly kept: string }): void {
  if (existsSync(kept)) throw new Error(`${kept} exists already`)
  const restoring = to + RESTORING
  rmSync(restoring, { force: true })
  const lock = existsSync(to) ? takeWhole(to) : null
  try {
    copySqlite(from, restoring)
    expireDryRuns(restoring)
    flush(restoring)
    // The rest of another database's journal would be applied to the restored one.
    for (const suffix of ['-wal', '-shm', '-journal']) if (existsSync(to + suffix)) renameSync(to + suffix, kept + suffix)
    if (existsSync(to)) linkSync(to, kept)
    renameSync(restoring, to)
    flush(dirname(to))
  } finally {
    rmSync(restoring, { force: true })
    lock?.close()
  }
}

/**
 * Locks the database exclusively, with its write-ahead log checkpointed; null for a file too damaged to lock. Leaving WAL mode takes a
 * lock that conflicts with every open connection of another process, idle ones too.
 */
function takeWhole(file: string): Database | null {
  const db = new Database(file, { strict: true })
  try {
    db.run('PRAGMA journal_mode = DELETE')
    db.run('PRAGMA locking_mode = EXCLUSIVE')
    db.run('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    if (error instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? '')) throw new DatabaseInUse()
    return null
  }
}

function expireDryRuns(file: string): void {
  const db = new Database(file, { strict: true })
  db.run('UPDATE dry_run SET expires_at_ms = created_at_ms WHERE consumed_at_ms IS NULL')
  db.close()
}
