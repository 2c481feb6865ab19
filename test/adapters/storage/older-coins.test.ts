import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import type { Mint } from '../../../src/domain/brands.ts'
import { SEARCHED_COINS_MAX } from '../../../src/domain/results/coin-choices.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { at, coinRow } from '../../support/storage-rows.ts'
import { temporaryDataDirs } from '../../support/server-process.ts'

const { next: folder, removeAll } = temporaryDataDirs()
afterAll(removeAll)

/** Adds so many copies of the coin `like`, each a moment newer than the one before. */
function addCopies(file: string, count: number): void {
  const db = new Database(file)
  const columns = db
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('coin')")
    .all()
    .map(({ name }) => name)
  const values = columns.map((name) => ({ mint: "'copy' || i", launched_at_ms: 'launched_at_ms + i' })[name] ?? name)
  db.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO coin (${columns}) SELECT ${values} FROM coin, n WHERE mint = 'like'`,
  )
  db.close()
}

test('decision "GET /api/coins?q=": a coin of any age is found by its whole ticker, name or mint; by parts of them the newest 20,000', async () => {
  const file = join(folder(), 'service.db')
  const storage = await openStorage(new Secret(`sqlite:${file}`))
  await storage.coins.insert(coinRow('ancient', { name: 'Old Frog', ticker: 'OLDF', launchedAtMs: at(0) }))
  await storage.coins.insert(coinRow('ancient-2', { name: 'Other', ticker: 'OLDF', launchedAtMs: at(1) }))
  await storage.coins.insert(coinRow('like', { name: 'Gull', ticker: 'GULL', launchedAtMs: at(2) }))
  addCopies(file, SEARCHED_COINS_MAX)
  for (const order of ['newest', { mostPaidIn: 'SOL' }, 'graduated'] as const) {
    const found = async (text: string) =>
      (await storage.coins.list({ limit: 9, cursor: null }, { text }, order)).rows.map(({ mint }) => mint).toSorted()
    const both: string[] = order === 'graduated' ? [] : ['ancient', 'ancient-2']
    expect(await found('oldf')).toEqual(both as Mint[])
    expect(await found('Old frog')).toEqual(both.slice(0, 1) as Mint[])
    expect(await found('ancient')).toEqual(both.slice(0, 1) as Mint[])
    expect(await found('old fro')).toEqual([])
  }
  expect((await storage.coins.list({ limit: 9, cursor: null }, { text: 'gul' })).rows).toHaveLength(9)
  await storage.close()
})
