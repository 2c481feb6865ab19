import postgres from 'postgres'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import type { Storage } from '../../src/ports/storage.ts'

/** A database that the storage runs on, empty; `open` is null where this machine has none. */
export interface TestDatabase {
  readonly name: string
  readonly open: (() => Promise<{ storage: Storage; close: () => Promise<void> }>) | null
}

const base = process.env.TEST_DATABASE_URL
let made = 0

async function openPostgres(base: string) {
  const admin = postgres(base, { max: 1, onnotice: () => {} })
  made += 1
  const name = `storage_${process.pid}_${made}`
  await admin.unsafe(`CREATE DATABASE ${name}`)
  const storage = await openStorage(Object.assign(new URL(base), { pathname: `/${name}` }).href)
  return {
    storage,
    close: async () => {
      await storage.close()
      await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

async function openMemory() {
  const storage = await openStorage('sqlite::memory:')
  return { storage, close: () => storage.close() }
}

/** Every database of the storage; PostgreSQL needs TEST_DATABASE_URL, and says so when it is missing. */
export const TEST_DATABASES: readonly TestDatabase[] = [
  { name: 'SQLite', open: openMemory },
  { name: 'PostgreSQL', open: base ? () => openPostgres(base) : null },
]

if (!base) console.warn('SKIPPED storage on PostgreSQL: TEST_DATABASE_URL is not set')
