import { Database, SQLiteError } from 'bun:sqlite'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { UnixMs } from '../domain/brands.ts'

/**
 * How something is held. `serve`: by one at a time. `use`: by any number, beside one that serves. `replace`: by one, with
 * nobody beside it.
 */
export type Hold = 'serve' | 'use' | 'replace'

/** Who serves, as it says of itself. Told to people; nothing is decided by it. */
export interface LockHolder {
  readonly pid: number
  readonly host: string
  /** ISO 8601. */
  readonly since: string
  /** What it runs: `serve`, `restore`. */
  readonly command: string
  /** Where it listens; null before it does. */
  readonly url: string | null
}

/** A lock that is held until `release` or the end of the process, however that comes. */
export interface HeldFile {
  /** Tells whoever comes second who this is, and where it listens. */
  tell(url: string | null): void
  release(): void
}

/** Somebody else holds it in a way that leaves no room. Nothing was changed. */
export class HeldByAnother extends Error {
  override readonly name = 'HeldByAnother'
  /** Null when it has not said, or for commands, which do not. */
  readonly holder: LockHolder | null

  constructor(what: string, holder: LockHolder | null) {
    super(`${holder === null ? 'Another agent-launch' : describeHolder(holder)} has ${what}: stop it first. Nothing was changed.`)
    this.holder = holder
  }
}

// SQLite's own locks on an empty file are just these three: RESERVED, SHARED and EXCLUSIVE. They are locks of the operating
// system (fcntl): gone with the process that had them, not inherited by its children, the same through every link, bind mount
// and container of a machine, and as good on a network file system as those of the database beside it.
const TAKE: Record<Hold, readonly string[]> = {
  serve: ['BEGIN IMMEDIATE'],
  use: ['BEGIN', 'SELECT count(*) FROM sqlite_schema'],
  replace: ['BEGIN EXCLUSIVE'],
}

/** A command that brings a database forward serves for a moment; nobody who comes meanwhile need give up. */
const WAIT_MS: Record<Hold, number> = { serve: 500, use: 0, replace: 0 }

/** A handle that nobody refers to would be collected, and its lock with it. */
const heldOpen = new Set<Database>()

const holderFile = (file: string): string => `${file}.json`

/** What a lock stands for, and who wants it; told to whoever comes second. */
export interface HoldReason {
  readonly what: string
  readonly command: string
  readonly nowMs: UnixMs
}

/**
 * Takes the lock `file`, which is made when it is not there; it stays empty and is never removed, and one without a holder
 * holds up nobody. No other code may open it: closing any handle on it would give the lock up.
 * @throws HeldByAnother
 */
export function holdFile(file: string, hold: Hold, { what, command, nowMs }: HoldReason): HeldFile {
  if (!existsSync(file)) makeEmpty(file)
  const db = new Database(file, { create: false, readwrite: true, strict: true })
  try {
    db.run('PRAGMA journal_mode = MEMORY')
    db.run(`PRAGMA busy_timeout = ${WAIT_MS[hold]}`)
    for (const statement of TAKE[hold]) db.query(statement).get()
  } catch (error) {
    db.close()
    throw isBusy(error) ? new HeldByAnother(what, readHolder(file)) : error
  }
  heldOpen.add(db)
  const since = new Date(nowMs).toISOString()
  let hasTold = false
  return {
    tell(url) {
      const holder: LockHolder = { pid: process.pid, host: hostname(), since, command, url }
      const partial = `${holderFile(file)}.partial`
      writeFileSync(partial, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
      renameSync(partial, holderFile(file))
      hasTold = true
    },
    release() {
      if (hasTold) rmSync(holderFile(file), { force: true })
      heldOpen.delete(db)
      db.close()
    },
  }
}

/** Who holds the lock against serving, as far as it says; null when nobody does. Changes nothing. */
export function whoServes(file: string, what: string): HeldByAnother | null {
  if (!existsSync(file)) return null
  const db = new Database(file, { create: false, readwrite: true, strict: true })
  try {
    db.run('PRAGMA journal_mode = MEMORY')
    db.run('PRAGMA busy_timeout = 0')
    db.run('BEGIN IMMEDIATE')
    return null
  } catch (error) {
    if (isBusy(error)) return new HeldByAnother(what, readHolder(file))
    throw error
  } finally {
    db.close()
  }
}

const isBusy = (error: unknown): boolean => error instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? '')

/** Another process may make it at the same moment. */
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
