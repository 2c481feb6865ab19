import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Database, SQLiteError } from 'bun:sqlite'
import { randomBytes } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import { asStorageFault, createFaultRecord, faultingDialect } from '../../src/adapters/storage-faults.ts'
import { createDisk } from '../../src/adapters/disk.ts'
import { openSqlite, sqliteDialect } from '../../src/adapters/storage/engine/sqlite-dialect.ts'
import { StorageFault } from '../../src/ports/storage/storage-fault.ts'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDataDir } from '../support/server-process.ts'

let folder: ReturnType<typeof temporaryDataDir>
let sqlite: Database
let db: Kysely<any>
const faults: StorageFault[] = []
const book = createFaultRecord({ onFault: (fault) => faults.push(fault) })

beforeEach(() => {
  faults.length = 0
  folder = temporaryDataDir()
  sqlite = openSqlite(join(folder.dataDir, 'full.db'))
  sqlite.run('CREATE TABLE item (id text PRIMARY KEY, bytes blob)')
  sqlite.run('PRAGMA max_page_count = 200')
  db = new Kysely({ dialect: faultingDialect(sqliteDialect(sqlite), book.record) })
})
afterEach(async () => {
  await db.destroy()
  sqlite.close()
  folder.remove()
})

const insert = (executor: Kysely<any>, id: string, bytes: number) =>
  executor
    .insertInto('item')
    .values({ id, bytes: new Uint8Array(bytes) })
    .execute()
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('decision "Without room nothing new is begun": SQLite without room', () => {
  test('a transaction ends in why it could not be written, and not in its rollback; the next one works', async () => {
    const fault = await thrownBy(
      db.transaction().execute(async (tx) => {
        await insert(tx, 'small', 10)
        await insert(tx, 'large', 2_000_000)
      }),
    )
    expect(fault).toBeInstanceOf(StorageFault)
    expect(fault).toMatchObject({ code: 'storage_full', cause: { code: 'SQLITE_FULL' } })
    expect((fault as StorageFault).cause).toBeInstanceOf(SQLiteError)
    expect(faults).toEqual([fault as StorageFault])
    expect(book.full()).toBe(true)
    expect(sqlite.inTransaction).toBe(false)
    expect(await db.selectFrom('item').select('id').execute()).toEqual([])
    await db.transaction().execute((tx) => insert(tx, 'small', 10))
    await insert(db, 'other', 10)
    expect(book.full()).toBe(false)
  })

  test('of many at once each gets its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        thrownBy(db.transaction().execute((tx) => insert(tx, `item ${index}`, index % 2 === 0 ? 2_000_000 : 10))),
      ),
    )
    expect(answers.map((answer) => (answer instanceof StorageFault ? answer.code : answer))).toEqual(
      answers.map((_, index) => (index % 2 === 0 ? 'storage_full' : null)),
    )
  })

  test('a transaction that was left open does not lock the next ones out', async () => {
    sqlite.run('BEGIN IMMEDIATE')
    await db.transaction().execute((tx) => insert(tx, 'small', 10))
    expect(await db.selectFrom('item').select('id').execute()).toHaveLength(1)
  })

  test('what is wrong with the statement is no fault of the storage', async () => {
    expect(await thrownBy(sql`select * from nothing`.execute(db))).not.toBeInstanceOf(StorageFault)
    await insert(db, 'same', 1)
    expect(await thrownBy(insert(db, 'same', 1))).not.toBeInstanceOf(StorageFault)
  })
})

test.each([
  ['53100', 'storage_full'],
  ['ENOSPC', 'storage_full'],
  ['SQLITE_BUSY', 'storage_unavailable'],
  ['SQLITE_IOERR_FSYNC', 'storage_unavailable'],
  ['SQLITE_READONLY', 'storage_unavailable'],
  ['57P01', 'storage_unavailable'],
  ['53300', 'storage_unavailable'],
  ['40P01', 'storage_unavailable'],
  ['CONNECTION_CLOSED', 'storage_unavailable'],
  ['CONNECT_TIMEOUT', 'storage_unavailable'],
  ['ECONNREFUSED', 'storage_unavailable'],
  ['ECONNRESET', 'storage_unavailable'],
  ['EMFILE', 'storage_unavailable'],
  ['23505', null],
  ['22021', null],
  ['SQLITE_CONSTRAINT_UNIQUE', null],
  ['SQLITE_CORRUPT', null],
])('rules 7: the error %s is %p', (code, expected) => {
  const error = Object.assign(new Error('x'), { code })
  const thrown = asStorageFault(error)
  expect(thrown instanceof StorageFault ? thrown.code : null).toBe(expected as never)
  if (expected === null) expect(thrown).toBe(error)
})

test('rules 7: PostgreSQL that has no room for a new session is full, though it calls that an internal error', () => {
  const refused = asStorageFault(Object.assign(new Error('could not write init file'), { code: 'XX000' }))
  expect(refused).toMatchObject({ code: 'storage_full' })
})

test('decision "Without room nothing new is begun": the reserve is made where there is room, let go where there is none, and comes back', () => {
  const { dataDir } = folder
  let free = 100_000_000
  let now = 0
  const disk = createDisk({
    folders: [dataDir],
    minFreeBytes: 8_000_000,
    freeOf: () => free,
    elapsedMs: () => (now += 10_000),
    randomBytes,
  })
  const file = join(dataDir, 'reserve')
  disk.balance()
  expect(statSync(file).size).toBe(2_000_000)
  expect(disk.shortage()).toBeNull()
  free = 7_000_000
  disk.balance()
  expect(disk.shortage()).toBe('only 6.7 MiB are free on its disk, and nothing new is begun below 7.6')
  expect(existsSync(file)).toBe(true)
  free = 400_000
  disk.balance()
  expect(existsSync(file)).toBe(false)
  free = 9_000_000
  disk.balance()
  expect(existsSync(file)).toBe(false)
  free = 10_000_001
  disk.balance()
  expect(existsSync(file)).toBe(true)
  disk.freeReserve()
  expect(existsSync(file)).toBe(false)
  free = null as never
  expect(disk.shortage()).toBeNull()
})
