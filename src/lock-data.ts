import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LockedByAnother, type DataLock, type LockMode, lockFile, type LockPurpose, whoServes } from './adapters/lock-file.ts'
import type { Config } from './config/config.ts'
import { embeddedFile, isMemory } from './config/embedded-database.ts'
import type { Deps } from './ports/deps.ts'

/** A lock to take, and the name of what it protects. */
interface Held {
  readonly file: string
  readonly what: string
}

const NOTHING: DataLock = { announce: () => {}, release: () => {} }

/**
 * Locks the data of this configuration before it is read or written: the folder, and the embedded database by its own file, since two
 * folders may name one database. The folder is created if needed. Replicas on PostgreSQL share the folder's contents (the sealing key,
 * which never changes), and coordinate in the database by leases. A configuration in memory needs no lock.
 *
 * @throws LockedByAnother, and then nothing was created or changed
 */
export function lockData({ clock }: Pick<Deps, 'clock'>, data: Config['data'], mode: LockMode, command: string): DataLock {
  if (isMemory(data)) return NOTHING
  refuseSecondName(data)
  const folderMode = mode === 'serve' && embeddedFile(data) === null ? 'use' : mode
  const all = [...databaseOf(data).map((held) => ({ held, mode })), { held: folderOf(data), mode: folderMode }]
  const taken: DataLock[] = []
  const take = (wanted: typeof all) => {
    for (const { held, mode } of wanted) taken.push(lockFile(held.file, mode, { what: held.what, command, nowMs: clock.nowMs() }))
  }
  try {
    // Existing locks are taken first, so that a refused process creates no folder and no file.
    const [there, missing] = [all.filter(({ held }) => existsSync(held.file)), all.filter(({ held }) => !existsSync(held.file))]
    take(there)
    mkdirSync(data.dataDir, { recursive: true, mode: 0o700 })
    take(missing)
  } catch (error) {
    for (const held of taken) held.release()
    throw error
  }
  const held: DataLock = {
    announce: (url) => taken.forEach((one) => one.announce(url)),
    release: () => taken.forEach((one) => one.release()),
  }
  if (mode !== 'use') held.announce(null)
  return held
}

/** Keeps an embedded database from being replaced while it is read. Creates nothing: without a lock file it was never replaced. */
export function holdToRead({ clock }: Pick<Deps, 'clock'>, data: Config['data'], command: string): DataLock {
  const [database] = databaseOf(data)
  if (!database || !existsSync(database.file)) return NOTHING
  return lockFile(database.file, 'use', { what: database.what, command, nowMs: clock.nowMs() } satisfies LockPurpose)
}

/** The process that serves the data of this configuration, in a sentence; null when none does. Changes nothing. */
export function whoServesData(data: Config['data']): LockedByAnother | null {
  if (isMemory(data) || embeddedFile(data) === null) return null
  for (const { file, what } of [...databaseOf(data), folderOf(data)]) {
    const other = whoServes(file, what)
    if (other) return other
  }
  return null
}

const folderOf = ({ dataDir }: Config['data']): Held => ({
  file: join(dataDir, 'folder.lock'),
  what: `the data folder ${resolve(dataDir)}`,
})

function databaseOf(data: Config['data']): Held[] {
  const file = embeddedFile(data)
  return file === null ? [] : [{ file: `${behindLinks(file)}.lock`, what: `the database ${file}` }]
}

/** The database has a second name, under which another process would not find its locks and journals. Nothing was changed. */
export class DatabaseHasTwoNames extends Error {
  override readonly name = 'DatabaseHasTwoNames'
}

/**
 * Checks that the database has a single name. Its locks and journals are files beside it: two processes that use different names would
 * not see each other's.
 * @throws DatabaseHasTwoNames for a file with hard links, and for one that is a mount point
 * @see https://sqlite.org/howtocorrupt.html 2.5
 */
function refuseSecondName(data: Config['data']): void {
  const file = embeddedFile(data)
  if (file === null) return
  const path = behindLinks(file)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return
  if (found.nlink > 1)
    throw new DatabaseHasTwoNames(`The database ${file} has ${found.nlink} names (hard links): remove all but one. Nothing was changed.`)
  if (mountPoints().has(path))
    throw new DatabaseHasTwoNames(
      `The database ${file} is mounted by itself: mount its folder, with the journals beside it. Nothing was changed.`,
    )
}

/** Mount points, as Linux lists them; empty on other systems. @see man 5 proc, mountinfo */
function mountPoints(): ReadonlySet<string> {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').trimEnd().split('\n')
    const unescaped = (text: string) =>
      text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    return new Set(lines.map((line) => unescaped(line.split(' ')[4] ?? '')))
  } catch {
    return new Set()
  }
}

const LINKS_MAX = 40

/** The path of the file, existing or not, with every link resolved. */
function behindLinks(file: string): string {
  let path = resolve(file)
  for (let links = 0; links < LINKS_MAX && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink(); links += 1)
    path = resolve(dirname(path), readlinkSync(path))
  return existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path
}
