import { expect, test } from 'bun:test'
import { Kysely, sql } from 'kysely'
import { openSqlite, sqliteDialect } from '../../../src/adapters/storage/engine/sqlite-dialect.ts'
import { yieldToEventLoop } from '../../../src/lib/yield-to-event-loop.ts'

/** How many turns of the event loop passed while 100 rows went in one by one, and then 100 in one transaction. */
async function turnsOf(turnMs: () => number) {
  const db = new Kysely<any>({ dialect: sqliteDialect(openSqlite(':memory:'), turnMs) })
  await sql`CREATE TABLE item (n integer)`.execute(db)
  let turns = 0
  let over = false
  const others = (async () => {
    for (; !over; turns += 1) await yieldToEventLoop()
  })()
  const insert = async (executor: Kysely<any>) => {
    for (let n = 0; n < 100; n += 1) await executor.insertInto('item').values({ n }).execute()
  }
  await insert(db)
  const alone = turns
  await db.transaction().execute(insert)
  over = true
  await others
  expect(await db.selectFrom('item').select('n').execute()).toHaveLength(200)
  await db.destroy()
  return { alone, inTransaction: turns - alone }
}

test('rules 10.26: a pass over many rows lets others be answered between two statements, and never within a transaction', async () => {
  const slow = await turnsOf(() => 1_000)
  expect(slow.alone).toBeGreaterThanOrEqual(100)
  expect(slow.inTransaction).toBeLessThan(10)
  const quick = await turnsOf(() => 0)
  expect(quick.alone).toBeLessThan(10)
})
