import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { backupName } from '../adapters/file-backups.ts'
import { copySqlite } from '../adapters/storage/copy-sqlite.ts'
import { type Config, readConfig } from '../config.ts'
import { unixMs } from '../domain/brands.ts'
import { backupFolder, embeddedFile } from '../embedded-database.ts'
import { print } from './run-command.ts'

/** `backup [FILE]`: one consistent copy of the database, made while the service runs; an existing file is left alone. */
export async function backup([file]: readonly string[]): Promise<number> {
  const config = readConfig(process.env)
  const database = embeddedFile(config)
  if (database === null) return refuse('This configuration has no embedded database in a file: back PostgreSQL up with pg_dump.', 1)
  if (!existsSync(database)) return refuse(`There is no database ${database} yet.`, 1)
  const target = file ?? newFile(config)
  if (existsSync(target)) return refuse(`${target} exists already; a backup never overwrites.`, 2)
  copySqlite(database, target)
  print(`Wrote ${target}. Keep DATA_DIR/secret.key with it: without that key webhook secrets cannot be opened.`)
  return 0
}

function newFile(config: Config): string {
  const target = `${backupFolder(config)}/${backupName(unixMs(Date.now()))}`
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  return target
}

function refuse(problem: string, code: number): number {
  process.stderr.write(`${problem}\n`)
  return code
}
