import { existsSync } from 'node:fs'
import { DatabaseInUse, restoreSqlite } from '../adapters/storage/restore-sqlite.ts'
import { readConfig } from '../config.ts'
import { embeddedFile } from '../embedded-database.ts'
import { print } from './run-command.ts'

/** `restore FILE`: puts a backup in the place of the database, which is kept beside it. Refuses while a process has it open. */
export async function restore([file]: readonly string[]): Promise<number> {
  const config = readConfig(process.env)
  const database = embeddedFile(config)
  if (!file) return refuse('restore needs the FILE of a backup; `ls DATA_DIR/backups` shows them.', 2)
  if (database === null) return refuse('This configuration has no embedded database in a file: restore PostgreSQL with pg_restore.', 1)
  if (!existsSync(file)) return refuse(`There is no file ${file}.`, 2)
  const kept = `${database}.before-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`
  const hadOne = existsSync(database)
  try {
    restoreSqlite({ from: file, to: database, kept })
  } catch (error) {
    if (error instanceof DatabaseInUse) return refuse(`A process has ${database} open: stop the service first. Nothing was changed.`, 1)
    return refuse(`${file} was not restored, and nothing was changed: ${error instanceof Error ? error.message : 'unknown'}`, 1)
  }
  print(`Restored ${file} as ${database}.`)
  if (hadOne) print(`The database before it is kept as ${kept}.`)
  if (config.secretKey === null) print('DATA_DIR/secret.key must be the one of the backup: `agent-launch doctor` says whether it is.')
  print('Dry-runs that waited have expired. What happened on chain since the backup is not in the record; see the README, Operate.')
  return 0
}

function refuse(problem: string, code: number): number {
  process.stderr.write(`${problem}\n`)
  return code
}
