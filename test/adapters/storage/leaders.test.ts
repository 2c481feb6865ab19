import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { lamports, type Signature, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { remitRow } from '../../support/storage-rows.ts'
import { temporaryDataDirs } from '../../support/server-process.ts'
import { watchStatements } from '../../support/watch-statements.ts'

const { next: folder, removeAll } = temporaryDataDirs()
afterAll(removeAll)

const LEADERS = 60

test('decision "Sums of payments": the leaderboard asks the database once, by indexes that hold the role of a payment', async () => {
  const statements = watchStatements()
  const file = join(folder(), 'service.db')
  const storage = await openStorage(new Secret(`sqlite:${file}`))
  const paid = (index: number, role: 'kol' | 'agent', atMs: number) =>
    remitRow(`${role}${index}-${atMs}`, {
      wallet: `leader${index}` as Wallet,
      handle: `@${role}${index}`,
      signature: `s-${role}${index}-${atMs}` as Signature,
      amountAtomic: lamports(1_000 + index),
      role,
      atMs: unixMs(atMs),
    })
  const indexes = Array.from({ length: LEADERS }, (_, index) => index)
  await storage.remits.insert(indexes.map((index) => paid(index, 'kol', 1)))
  // Newer payments in another role, which a search for the newest as a promoter must not walk.
  for (const atMs of [2, 3, 4]) await storage.remits.insert(indexes.map((index) => paid(index, 'agent', atMs)))

  const before = statements.times()
  const { rows } = await storage.earnings.listLeaders({ limit: LEADERS, cursor: null }, 'SOL')
  expect(statements.times() - before).toBe(1)
  expect(rows.map(({ handle }) => handle)).toEqual(indexes.toReversed().map((index) => `@kol${index}`))
  statements.stop()
  await storage.close()

  const asked = [...statements.executed.values()].find((sql) => sql.includes('"paid_handle"'))!
  const db = new Database(file, { readonly: true, strict: true })
  const plan = (db.query(`EXPLAIN QUERY PLAN ${asked}`).all() as { detail: string }[]).map(({ detail }) => detail)
  db.close()
  expect(plan).toContain('SEARCH remit USING INDEX remit_of_promoter (wallet=? AND currency=?)')
  expect(plan).toContain('SEARCH coin_share USING COVERING INDEX coin_share_newest (wallet=?)')
  // `named` is what the search before it found: so many coins at most.
  expect(plan.filter((detail) => /^SCAN (?!CONSTANT|named$)|TEMP B-TREE/.test(detail))).toEqual([])
})
