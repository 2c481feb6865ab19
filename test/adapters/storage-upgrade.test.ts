import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { migrate } from '../../src/adapters/storage/migrations/migrate.ts'
import { migrationsFor } from '../../src/adapters/storage/migrations/migrations.ts'
import { openSqlite, sqliteDialect } from '../../src/adapters/storage/engine/sqlite-dialect.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { lamports, type Mint, unixMs, type WebhookId } from '../../src/domain/brands.ts'
import { temporaryDataDir } from '../support/server-process.ts'
import { remitRow } from '../support/storage-rows.ts'

const nowMs = unixMs(1_800_000_000_000)

test('a database from before 016: its remits stay, to the lamport, and what rested for a day is tried at once', async () => {
  const { dataDir, remove } = temporaryDataDir()
  const file = join(dataDir, 'service.db')
  const sqlite = openSqlite(file)
  const before = Object.fromEntries(Object.entries(migrationsFor('sqlite')).filter(([name]) => name < '016'))
  await migrate(new Kysely({ dialect: sqliteDialect(sqlite) }), { steps: before, dialect: 'sqlite', lock: async () => {} })
  const huge = remitRow('r1', { lamports: lamports(9_007_199_254_740_993n) })
  sqlite
    .query(
      `INSERT INTO remit (id, mint, ticker, wallet, handle, role, lamports, signature, slot, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(huge.id, huge.mint, huge.ticker, huge.wallet, huge.handle, huge.role, huge.lamports, huge.signature, huge.slot, huge.atMs)
  sqlite.run(
    `INSERT INTO event (id, type, mint, key_id, data_json, at_ms) VALUES ('evt_1', 'launch.created', NULL, 'ak_1', '{}', ${nowMs})`,
  )
  sqlite.run(
    `INSERT INTO webhook_endpoint (id, key_id, url, events_json, sealed_secret, first_failed_at_ms, next_attempt_at_ms, leased_until_ms, created_at_ms)
     VALUES ('wh_1', 'ak_1', 'https://public.test/', '["launch.created"]', 'v1.sealed', ${nowMs - 1_000}, ${nowMs + 86_400_000}, 0, ${nowMs})`,
  )
  sqlite.run(
    `INSERT INTO webhook_delivery (id, endpoint_id, event_id, state, pending, attempts_json, position, created_at_ms)
     VALUES ('dlv_1', 'wh_1', 'evt_1', 'pending', 1, '[]', ${nowMs * 100}, ${nowMs})`,
  )
  sqlite.close()

  const storage = await openStorage(`sqlite:${file}`)
  expect((await storage.remits.list({ limit: 5, cursor: null })).rows).toEqual([huge])
  expect(await storage.remits.insert([{ ...huge, id: 'r2' }])).toBe(0)
  expect(await storage.remits.insert([{ ...huge, id: 'r3', mint: 'another mint' as Mint }])).toBe(1)
  expect(await storage.webhooks.find('wh_1' as WebhookId)).toMatchObject({ failures: 0, firstFailedAtMs: unixMs(nowMs - 1_000) })
  const claimed = await storage.webhooks.claimDue({ id: 'lease', nowMs, untilMs: unixMs(nowMs + 1), endpointsMax: 5 })
  expect(claimed.map(({ id }) => id as string)).toEqual(['wh_1'])
  expect((await storage.webhooks.queue('wh_1' as WebhookId, nowMs, 5)).map(({ id }) => id as string)).toEqual(['dlv_1'])
  await storage.close()
  remove()
})

test('a database from before 021: whoever names a picture keeps it, the others go, and its file gives room back', async () => {
  const { dataDir, remove } = temporaryDataDir()
  const file = join(dataDir, 'service.db')
  const sqlite = new Database(file, { create: true, strict: true, safeIntegers: true })
  sqlite.run('PRAGMA journal_mode = WAL')
  const before = Object.fromEntries(Object.entries(migrationsFor('sqlite')).filter(([name]) => name < '021'))
  await migrate(new Kysely({ dialect: sqliteDialect(sqlite) }), { steps: before, dialect: 'sqlite', lock: async () => {} })
  const plan = (sha256: string) => JSON.stringify({ wish: {}, image: { sha256 } })
  for (const sha of ['waiting', 'launched', 'lost'])
    sqlite.query('INSERT INTO image VALUES (?, ?, ?)').run(sha, 'image/png', new Uint8Array(9))
  sqlite.run(
    `INSERT INTO dry_run (id, key_id, coin_name, plan_json, plan_hash, notes_json, created_at_ms, expires_at_ms)
     VALUES ('d', 'ak_1', 'Frog', '${plan('waiting')}', 'h', '{}', 0, ${nowMs + 1})`,
  )
  sqlite.run(
    `INSERT INTO operation (id, kind, platform, mint, key_id, launcher, plan_json, transactions_json, state, unfinished, created_at_ms, next_check_at_ms)
     VALUES ('o', 'launch', 'simulated', 'm', 'ak_1', 'w', '${plan('launched')}', '[]', 'locked', 0, 0, 0)`,
  )
  sqlite.close()

  const storage = await openStorage(`sqlite:${file}`)
  expect(await storage.images.prune({ storedBeforeMs: nowMs, neededAfterMs: nowMs, limit: 9 })).toBe(1)
  const there = async (sha: string) => (await storage.images.find(sha)) !== null
  expect([await there('waiting'), await there('launched'), await there('lost')]).toEqual([true, true, false])
  await storage.close()
  const after = new Database(file)
  expect(after.query('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 })
  after.close()
  remove()
})
