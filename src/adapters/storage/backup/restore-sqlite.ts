import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { copySqlite, flush } from './copy-sqlite.ts'

/** A process has the database open: nothing was changed. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

const RESTORING = '.restoring'

/**
 * Puts a checked copy of `from` in the place of the database `to`, in one step: there is always a whole database of that
 * name. The one before is kept as `kept`, with what is left of its journal. Dry-runs that wait in the copy expire, since what
 * they approve may have been launched after the copy was made.
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
    // What is left of another database's journal would be played into the restored one.
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
 * Holds the database alone, with its write-ahead log folded in; null for a file so broken that nobody can hold it.
 * Leaving WAL mode takes a lock that every open connection of another process stands in the way of, idle ones too.
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
