import { existsSync } from 'node:fs'
import { openStorage } from '../adapters/storage/storage.ts'
import { readConfig } from '../config.ts'
import { print } from './run-command.ts'

/** `backup FILE`: one consistent copy of the database, made while the service runs; an existing file is left alone. */
export async function backup([file]: readonly string[]): Promise<number> {
  const problem = !file ? 'backup needs the FILE to write.' : existsSync(file) ? `${file} exists already; a backup never overwrites.` : null
  if (problem !== null) {
    process.stderr.write(`${problem}\n`)
    return 2
  }
  const config = readConfig(process.env)
  if (config.databaseUrl.reveal().startsWith('postgres')) {
    process.stderr.write('This configuration uses PostgreSQL: back it up with pg_dump.\n')
    return 1
  }
  const storage = await openStorage(config.databaseUrl.reveal())
  await storage.backup(file!)
  await storage.close()
  print(`Wrote ${file}. Keep DATA_DIR/secret.key with it: without that key webhook secrets cannot be opened.`)
  return 0
}
