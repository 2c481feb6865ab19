import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkBackup, DatabaseInUse, restoreSqlite } from '../adapters/storage/backup/restore-sqlite.ts'
import { readConfig } from '../config/read-config.ts'
import { embeddedFile } from '../config/embedded-database.ts'
import { lockData } from '../lock-data.ts'
import { failureSentence } from './failure-sentence.ts'
import { print } from './print.ts'
import { createSystemClock } from '../adapters/system-clock.ts'
import type { Environment } from '../config/environment.ts'

/**
 * `restore FILE`: replaces the database by a backup, keeping the previous one beside it. Refuses while a process serves the database or
 * has it open.
 */
export async function restore([file]: readonly string[], env: Environment): Promise<number> {
  const config = readConfig(env)
  const database = embeddedFile(config.data)
  if (!file) return refuse('restore needs the FILE of a backup; `ls DATA_DIR/backups` shows them.', 2)
  if (database === null) return refuse('This configuration has no embedded database in a file: restore PostgreSQL with pg_restore.', 1)
  if (!existsSync(file)) return refuse(`There is no file ${file}.`, 2)
  try {
    // Checked first, so that a damaged backup, or one of a commit before 1.0.0, changes nothing.
    checkBackup(file)
  } catch (error) {
    return refuse(`${file} was not restored, and nothing was changed: ${failureSentence(error, env)}`, 1)
  }
  const clock = createSystemClock()
  const kept = `${database}.before-${new Date(clock.nowMs()).toISOString().replaceAll(/[-:.]/g, '')}`
  const hadOne = existsSync(database)
  // On a new machine the folder does not exist yet.
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 })
  const held = lockData({ clock }, config.data, 'replace', 'restore')
  try {
    restoreSqlite({ from: file, to: database, kept })
  } catch (error) {
    if (error instanceof DatabaseInUse) return refuse(`A process has ${database} open: stop the service first. Nothing was changed.`, 1)
    return refuse(`${file} was not restored, and nothing was changed: ${failureSentence(error, env)}`, 1)
  } finally {
    held.release()
  }
  print(`Restored ${file} as ${database}.`)
  if (hadOne) print(`The database before it is kept as ${kept}.`)
  if (config.data.secretKey === null) print('DATA_DIR/secret.key must be the one of the backup: `agent-launch doctor` says whether it is.')
  print('Dry-runs that waited have expired. What happened on chain since the backup is not in the record; see docs/operate.md.')
  return 0
}

function refuse(problem: string, code: number): number {
  process.stderr.write(`${problem}\n`)
  return code
}
