import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { HeldByAnother, type HeldFile, type Hold, holdFile, type HoldReason, whoServes } from './adapters/hold-file.ts'
import type { Config } from './config/config.ts'
import { embeddedFile, isMemory } from './config/embedded-database.ts'
import type { Deps } from './ports/deps.ts'

/** One thing that is held: its lock, and what people call it. */
interface Held {
  readonly file: string
  readonly what: string
}

/** Who holds says since when. */
type Timed = Pick<Deps, 'clock'>

const NOTHING: HeldFile = { tell: () => {}, release: () => {} }

/**
 * Holds the data of this configuration before anything of it is read or written: the folder, and the embedded database by its
 * own file, since two folders may name one database. The folder is made when it is not there. Replicas on PostgreSQL share
 * what is in the folder (the sealing key, which none changes); what they do in the database they hold there, by leases.
 * A configuration in memory has nothing to hold.
 *
 * @throws HeldByAnother, and then nothing was made or changed
 */
export function holdData({ clock }: Timed, data: Config['data'], hold: Hold, command: string): HeldFile {
  if (isMemory(data)) return NOTHING
  refuseSecondName(data)
  const folderHold = hold === 'serve' && embeddedFile(data) === null ? 'use' : hold
  const all = [...databaseOf(data).map((held) => ({ held, hold })), { held: folderOf(data), hold: folderHold }]
  const taken: HeldFile[] = []
  const take = (wanted: typeof all) => {
    for (const { held, hold } of wanted) taken.push(holdFile(held.file, hold, { what: held.what, command, nowMs: clock.nowMs() }))
  }
  try {
    // What is there is taken first: whoever comes second makes no folder and no file.
    const [there, missing] = [all.filter(({ held }) => existsSync(held.file)), all.filter(({ held }) => !existsSync(held.file))]
    take(there)
    mkdirSync(data.dataDir, { recursive: true, mode: 0o700 })
    take(missing)
  } catch (error) {
    for (const held of taken) held.release()
    throw error
  }
  const held: HeldFile = {
    tell: (url) => taken.forEach((one) => one.tell(url)),
    release: () => taken.forEach((one) => one.release()),
  }
  if (hold !== 'use') held.tell(null)
  return held
}

/** Keeps an embedded database from being replaced while it is read. Makes nothing: no lock means that nobody ever replaced it. */
export function holdToRead({ clock }: Timed, data: Config['data'], command: string): HeldFile {
  const [database] = databaseOf(data)
  if (!database || !existsSync(database.file)) return NOTHING
  return holdFile(database.file, 'use', { what: database.what, command, nowMs: clock.nowMs() } satisfies HoldReason)
}

/** Who serves the data of this configuration, in a sentence; null when nobody does. Changes nothing. */
export function whoServesData(data: Config['data']): HeldByAnother | null {
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

/** The database has a second name, under which another process would find none of its locks and journals. Nothing was changed. */
export class DatabaseHasTwoNames extends Error {
  override readonly name = 'DatabaseHasTwoNames'
}

/**
 * A database's locks and journals are found by the name beside it: two processes that come by two names would not see each other.
 * @throws DatabaseHasTwoNames for a file with hard links, and for one that is mounted by itself
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

/** Where file systems are mounted, as Linux says; empty where nobody says. @see man 5 proc, mountinfo */
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

/** Where the file is, or will be, when every link is followed. */
function behindLinks(file: string): string {
  let path = resolve(file)
  for (let links = 0; links < LINKS_MAX && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink(); links += 1)
    path = resolve(dirname(path), readlinkSync(path))
  return existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path
}
