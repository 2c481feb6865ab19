import { Database, SQLiteError } from 'bun:sqlite'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { UnixMs } from '../domain/brands.ts'

/**
 * How a lock is held. `serve`: by one process at a time. `use`: by any number, also beside one that serves. `replace`: by one, with no
 * other holder.
 */
export type LockMode = 'serve' | 'use' | 'replace'

/** What the serving process says of itself, for display only. */
export interface LockHolder {
  readonly pid: number
  readonly host: string
  /** ISO 8601. */
  readonly since: string
  /** The command that it runs: `serve`, `restore`. */
  readonly command: string
  /** Its URL; null before it listens. */
  readonly url: string | null
}

/** A lock that is held until `release` or the end of the process, however that ends, whoever keeps it. */
export interface DataLock {
  /** Stores the holder and its URL, for others to read; in mode `use`, where there may be many holders, nothing. */
  announce(url: string | null): void
  release(): void
}

/** Another process holds the lock in a conflicting mode. Nothing was changed. */
export class LockedByAnother extends Error {
  override readonly name = 'LockedByAnother'
  /** Null when it has not said, as commands do not. */
  readonly holder: LockHolder | null

  constructor(what: string, holder: LockHolder | null) {
    super(`${holder === null ? 'Another agent-launch' : describeHolder(holder)} has ${what}: stop it first. Nothing was changed.`)
    this.holder = holder
  }
}

// The modes map to SQLite's locks on an empty file: RESERVED, SHARED and EXCLUSIVE. They are locks of the operating system (fcntl):
// released with the process, not inherited by its children, the same through every link, bind mount and container of a machine, and as
// good on a network file system as those of the database beside it.
const TAKE: Record<LockMode, readonly string[]> = {
  serve: ['BEGIN IMMEDIATE'],
  use: ['BEGIN', 'SELECT count(*) FROM sqlite_schema'],
  replace: ['BEGIN EXCLUSIVE'],
}

/** A command that migrates a database holds it for a moment, which others wait for. */
const WAIT_MS: Record<LockMode, number> = { serve: 500, use: 0, replace: 0 }

const holderFile = (file: string): string => `${file}.json`

/** What a lock protects, and which mode is asked for, for the error. */
export interface LockPurpose {
  readonly what: string
  readonly command: string
  readonly nowMs: UnixMs
}

/**
 * Takes the lock `file`, creating it if needed; the file stays empty and is never removed, and without a holder it blocks nobody. No
 * other code may open it: closing any handle on it would release the lock.
 * @throws LockedByAnother when another process or this one holds it in a mode that excludes this one
 */
export function lockFile(file: string, mode: LockMode, { what, command, nowMs }: LockPurpose): DataLock {
  if (!existsSync(file)) makeEmpty(file)
  const db = new Database(file, { create: false, readwrite: true, strict: true })
  try {
    db.run('PRAGMA journal_mode = MEMORY')
    db.run(`PRAGMA busy_timeout = ${WAIT_MS[mode]}`)
    for (const statement of TAKE[mode]) db.query(statement).get()
  } catch (error) {
    db.close()
    throw isBusy(error) ? new LockedByAnother(what, readHolder(file)) : error
  }
  const since = new Date(nowMs).toISOString()
  let hasTold = false
  const release = () => {
    process.off('exit', release)
    if (hasTold) rmSync(holderFile(file), { force: true })
    db.close()
  }
  // Keeps the handle referenced too: if it were collected, the lock would be released.
  process.once('exit', release)
  return {
    release,
    announce(url) {
      // One that takes the lock beside others would write and remove what they wrote.
      if (mode === 'use') return
      const holder: LockHolder = { pid: process.pid, host: hostname(), since, command, url }
      const partial = `${holderFile(file)}.partial`
      writeFileSync(partial, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
      renameSync(partial, holderFile(file))
      hasTold = true
    },
  }
}

/** The process that serves under this lock, as far as it says; null when none does. Changes nothing. */
export function whoServes(file: string, what: string): LockedByAnother | null {
  if (!existsSync(file)) return null
  const db = new Database(file, { create: false, readwrite: true, strict: true })
  try {
    db.run('PRAGMA journal_mode = MEMORY')
    db.run('PRAGMA busy_timeout = 0')
    db.run('BEGIN IMMEDIATE')
    return null
  } catch (error) {
    if (isBusy(error)) return new LockedByAnother(what, readHolder(file))
    throw error
  } finally {
    db.close()
  }
}

const isBusy = (error: unknown): boolean => error instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? '')

/** Another process may create it at the same moment. */
function makeEmpty(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function readHolder(file: string): LockHolder | null {
  try {
    const { pid, host, since, command, url } = JSON.parse(readFileSync(holderFile(file), 'utf8')) as LockHolder
    return { pid: Number(pid), host: String(host), since: String(since), command: String(command), url: url === null ? null : String(url) }
  } catch {
    return null
  }
}

function describeHolder({ pid, host, since, command, url }: LockHolder): string {
  const where = host === hostname() ? '' : ` on ${host}`
  const listens = url === null ? '' : `, at ${url}`
  return `Another agent-launch (${command}, process ${pid}${where}, since ${since}${listens})`
}
