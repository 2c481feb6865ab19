import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { freeIn } from '../adapters/disk.ts'
import { backupName } from '../adapters/file-backups.ts'
import { copySqlite } from '../adapters/storage/backup/copy-sqlite.ts'
import type { Config } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import type { UnixMs } from '../domain/brands.ts'
import { backupFolder, embeddedFile } from '../config/embedded-database.ts'
import { holdToRead } from '../lock-data.ts'
import { StorageFault } from '../ports/storage/storage-fault.ts'
import { failureSentence } from './failure-sentence.ts'
import { print } from './print.ts'
import { createSystemClock } from '../adapters/system-clock.ts'
import type { Environment } from '../config/environment.ts'

/** `backup [FILE]`: makes a consistent copy of the database while the service runs; an existing file is never overwritten. */
export async function backup([file]: readonly string[], env: Environment): Promise<number> {
  const config = readConfig(env)
  const database = embeddedFile(config.data)
  if (database === null) return refuse('This configuration has no embedded database in a file: back PostgreSQL up with pg_dump.', 1)
  if (!existsSync(database)) return refuse(`There is no database ${database} yet.`, 1)
  const clock = createSystemClock()
  const target = file ?? newFile(config.data, clock.nowMs())
  if (existsSync(target)) return refuse(`${target} exists already; a backup never overwrites.`, 2)
  const [free, needed] = [freeIn(dirname(target)), statSync(database).size]
  // Refused in advance: a copy that fills the disk would stop the service too.
  if (free !== null && free < needed) return refuse(diskFull(target, needed, free), 1)
  const held = holdToRead({ clock }, config.data, 'backup')
  try {
    copySqlite(database, target)
  } catch (error) {
    if (error instanceof StorageFault && error.code === 'storage_full')
      return refuse(diskFull(target, needed, freeIn(dirname(target)) ?? 0), 1)
    return refuse(`No backup was made: ${failureSentence(error, env)}`, 1)
  } finally {
    held.release()
  }
  print(`Wrote ${target}. Keep DATA_DIR/secret.key with it: without that key webhook secrets cannot be opened.`)
  return 0
}

const mib = (bytes: number): string => (bytes / 1_048_576).toFixed(1)

const diskFull = (target: string, needed: number, free: number): string =>
  `No backup was made: ${target} would take up to ${mib(needed)} MiB, and ${mib(free)} MiB are free there. Make room, or name a FILE on another disk.`

function newFile(data: Config['data'], nowMs: UnixMs): string {
  const target = `${backupFolder(data)}/${backupName(nowMs)}`
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  return target
}

function refuse(problem: string, code: number): number {
  process.stderr.write(`${problem}\n`)
  return code
}
