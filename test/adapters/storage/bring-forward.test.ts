import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { stepsBeforeRelease } from '../../../src/adapters/storage/migrations/before/before-release.ts'
import { openSqlite, sqliteDialect } from '../../../src/adapters/storage/engine/sqlite-dialect.ts'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { unixMs } from '../../../src/domain/brands.ts'
import { firstState, writeFirstSqlite } from '../../support/first-database.ts'
import { temporaryDataDirs } from '../../support/server-process.ts'
import { Secret } from '../../../src/lib/secret.ts'

const dirs = temporaryDataDirs()
afterAll(dirs.removeAll)

const STEPS = Object.entries(stepsBeforeRelease('sqlite'))

/** What the database looks like to a statement: columns with type and nullness, and its indexes, in the order of their names. */
function shapeOf(file: string) {
  const db = new Database(file, { readonly: true, strict: true })
  const names = db.query<{ name: string }, []>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all()
  const columns = names.map(({ name }) => [
    name,
    db.query<{ name: string }, []>(`SELECT name, type, "notnull", pk FROM pragma_table_info('${name}') ORDER BY name`).all(),
  ])
  const indexes = db.query(`SELECT name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY name`).all()
  const steps = db.query('SELECT name FROM kysely_migration').all()
  db.close()
  return { columns, indexes, steps }
}

test.each([...STEPS.keys()])(
  'decision "A database from before the first release": with %d of the steps that came later a database is brought to what a new one is, and keeps its sums',
  async (count) => {
    const [file, fresh] = [join(dirs.next(), 'service.db'), join(dirs.next(), 'service.db')]
    await (await openStorage(new Secret(`sqlite:${fresh}`))).close()
    await writeFirstSqlite(file)
    const sqlite = openSqlite(file)
    for (const [name, { up }] of STEPS.slice(0, count)) {
      await up(new Kysely({ dialect: sqliteDialect(sqlite) }))
      sqlite.query('INSERT INTO kysely_migration VALUES (?, ?)').run(name, '')
    }
    sqlite.close()
    for (let start = 0; start < 2; start += 1) {
      const storage = await openStorage(new Secret(`sqlite:${file}`))
      const { remitted, bought } = await storage.totals.read()
      expect([remitted.SOL, remitted.ETH, bought.SOL].map((amount) => `${amount}n`)).toEqual([
        firstState.tally.remittedLamports,
        firstState.tally.remittedWei,
        firstState.tally.boughtLamports,
      ])
      await storage.close()
      expect(shapeOf(file)).toEqual(shapeOf(fresh))
    }
  },
)

test('decision "A database from before the first release": one of the first days, or with a step that nobody knows, is refused and stays as it is', async () => {
  for (const [change, sentence] of [
    ["DELETE FROM kysely_migration WHERE name = '019-wei'", /cannot bring forward/],
    ["INSERT INTO kysely_migration VALUES ('999-future', '')", /of a later version of this service \(999-future\)/],
  ] as const) {
    const file = join(dirs.next(), 'service.db')
    await writeFirstSqlite(file)
    const db = new Database(file)
    db.run(change)
    db.close()
    const before = shapeOf(file)
    await expect(openStorage(new Secret(`sqlite:${file}`))).rejects.toThrow(sentence)
    expect(shapeOf(file)).toEqual(before)
  }
})

test('decision "Pictures": whoever names a picture keeps it, the others go, and a file from before gives room back', async () => {
  const file = join(dirs.next(), 'service.db')
  const empty = new Database(file, { create: true })
  empty.run('PRAGMA auto_vacuum = NONE')
  empty.run('CREATE TABLE first (page text)')
  empty.run('DROP TABLE first')
  empty.close()
  await writeFirstSqlite(file)
  const db = new Database(file)
  expect(db.query('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 0 })
  db.query('INSERT INTO image VALUES (?, ?, ?)').run('lost', 'image/png', new Uint8Array(9))
  const { sha256 } = db.query<{ sha256: string }, []>("SELECT sha256 FROM image WHERE sha256 <> 'lost'").get()!
  db.close()
  const storage = await openStorage(new Secret(`sqlite:${file}`))
  const nowMs = unixMs(firstState.madeAtMs)
  expect(await storage.images.prune({ storedBeforeMs: nowMs, neededAfterMs: nowMs, limit: 9 })).toBe(1)
  expect([await storage.images.find(sha256), await storage.images.find('lost')]).toEqual([expect.anything(), null])
  await storage.close()
  const after = new Database(file)
  expect(after.query('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 })
  after.close()
})
