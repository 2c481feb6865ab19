import { Database } from 'bun:sqlite'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { temporaryDataDir } from './server-process.ts'

let first: Promise<Uint8Array> | undefined
const firstBytes = () => (first ??= firstDatabase())

/** An empty database as a file, with every migration applied: made once a process, since that is most of what an app of a test costs. */
async function firstDatabase(): Promise<Uint8Array> {
  const { dataDir, remove } = temporaryDataDir()
  const file = `${dataDir}/first.db`
  await (await openStorage(new Secret(`sqlite:${file}`))).close()
  const db = new Database(file)
  db.run('PRAGMA journal_mode = DELETE')
  const bytes = db.serialize()
  db.close()
  remove()
  return bytes
}

/** An empty storage in memory. */
export async function memoryStorage(): Promise<Storage> {
  return openStorage(new Secret('sqlite::memory:'), { copyOf: await firstBytes() })
}

/** An empty storage in this file, which is not there yet. */
export async function fileStorage(file: string): Promise<Storage> {
  await Bun.write(file, await firstBytes())
  return openStorage(new Secret(`sqlite:${file}`))
}
