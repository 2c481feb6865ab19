import { Database } from 'bun:sqlite'
import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { STEP_TABLE } from '../migrations/unreleased-database.ts'
import { asStorageFault } from '../../storage-faults.ts'

/** Suffix of an incomplete copy. */
export const PARTIAL = '.partial'

/**
 * Makes a consistent copy of a SQLite database in a new file (0600), which is checked and synced before it gets its name; writers of the
 * database continue meanwhile.
 * @throws StorageFault when the disk is full, and Error when `to` exists or the copy is damaged; nothing is left of it then
 */
export function copySqlite(from: string, to: string): void {
  const partial = to + PARTIAL
  rmSync(partial, { force: true })
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    const source = new Database(from, { readonly: true, strict: true })
    try {
      source.run('PRAGMA busy_timeout = 5000')
      // Auto-vacuum is set on the copy, as for new databases; a copy of one that has it inherits it.
      const { auto_vacuum: mode } = source.query('PRAGMA auto_vacuum').get() as { auto_vacuum: number }
      if (mode === 0) source.run('PRAGMA auto_vacuum = INCREMENTAL')
      source.query('VACUUM INTO ?').run(partial)
    } finally {
      source.close()
    }
    checkSqlite(partial)
    flush(partial)
    // A link fails when the target exists, where a rename would replace it.
    linkSync(partial, to)
    flush(dirname(to))
  } catch (error) {
    throw asStorageFault(error)
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(partial + suffix, { force: true })
  }
}

/** Reads the whole file. @throws Error unless SQLite finds it sound and it is a database of this service */
export function checkSqlite(file: string): void {
  const db = new Database(file, { readonly: true, strict: true })
  try {
    const findings = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
    if (findings.length !== 1 || findings[0]!.integrity_check !== 'ok') throw new Error(`${file} is damaged`)
    const [table] = db.query('SELECT 1 FROM sqlite_schema WHERE name = ?').all(STEP_TABLE)
    if (!table) throw new Error(`${file} is no database of this service`)
  } finally {
    db.close()
  }
}

/** Syncs a file, or the names in a folder, to the disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
