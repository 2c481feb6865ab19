import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import type { Storage } from '../../src/ports/storage.ts'

/** A storage for one test file, empty at first. */
export interface TestStorage {
  readonly name: string
  open(): Promise<{ readonly storage: Storage; close(): Promise<void> }>
}

const sqlite: TestStorage = {
  name: 'SQLite',
  async open() {
    const storage = await openStorage('sqlite::memory:')
    return { storage, close: () => storage.close() }
  },
}

const postgresql = (url: string): TestStorage => ({
  name: 'PostgreSQL',
  async open() {
    const name = `test_${randomBytes(8).toString('hex')}`
    const admin = postgres(url, { max: 1, onnotice: () => {} })
    await admin.unsafe(`CREATE DATABASE ${name}`)
    const own = new URL(url)
    own.pathname = `/${name}`
    const storage = await openStorage(own.href)
    const close = async () => {
      await storage.close()
      await admin.unsafe(`DROP DATABASE ${name}`)
      await admin.end()
    }
    return { storage, close }
  },
})

/** Every storage that tests can run on here: PostgreSQL joins when TEST_DATABASE_URL is set. */
export const TEST_STORAGES: readonly TestStorage[] = process.env.TEST_DATABASE_URL
  ? [sqlite, postgresql(process.env.TEST_DATABASE_URL)]
  : [sqlite]
