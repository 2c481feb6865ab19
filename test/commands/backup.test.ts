import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileBackups } from '../../src/adapters/file-backups.ts'
import { copySqlite } from '../../src/adapters/storage/backup/copy-sqlite.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { unixMs } from '../../src/domain/brands.ts'
import { makeBackup } from '../../src/features/maintenance/make-backup.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { coinRow } from '../support/storage-rows.ts'
import { createUpkeepScene } from '../support/upkeep-scene.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { bundledMain } from '../support/bundled-main.ts'
import { Secret } from '../../src/lib/secret.ts'

// Every command is a process of its own, and starts slowly on a busy machine.
setDefaultTimeout(180_000)

let dataDir: string
let remove: () => void
beforeEach(() => ({ dataDir, remove } = temporaryDataDir()))
afterEach(() => remove())

const main = await bundledMain()
const database = () => join(dataDir, 'service.db')
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Runs `agent-launch …` in a process of its own, as an operator does. */
const run = (args: readonly string[], env: Record<string, string> = {}) => runAgentLaunch(args, { DATA_DIR: dataDir, ...env })

/** Opens the database as the service does, works on it, and lets go of it. */
async function withStorage<Result>(work: (storage: Awaited<ReturnType<typeof openStorage>>) => Promise<Result>): Promise<Result> {
  const storage = await openStorage(new Secret(`sqlite:${database()}`))
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

const addCoin = (name: string) => withStorage(({ coins }) => coins.insert(coinRow(name)))
const coinCount = () => withStorage(async ({ totals }) => (await totals.read()).coins)
const everyFile = () => readdirSync(dataDir, { recursive: true }).map(String).toSorted()

describe('decision "A backup": backup and restore', () => {
  test('a backup made while the database is open is whole, for its owner alone, and restores to what was', async () => {
    await addCoin('one')
    const backup = await withStorage(async ({ coins }) => {
      const made = await run(['backup'])
      expect(made.code).toBe(0)
      await coins.insert(coinRow('two'))
      const [name] = readdirSync(join(dataDir, 'backups'))
      expect(name).toMatch(/^service-\d{8}T\d{6}Z\.db$/)
      return join(dataDir, 'backups', name!)
    })
    expect([modeOf(backup), modeOf(join(dataDir, 'backups'))]).toEqual(['600', '700'])
    expect(await coinCount()).toBe(2)
    const restored = await run(['restore', backup])
    expect({ code: restored.code, err: restored.err }).toEqual({ code: 0, err: '' })
    expect(await coinCount()).toBe(1)
    expect(modeOf(database())).toBe('600')

    const kept = join(
      dataDir,
      readdirSync(dataDir).find((name) => name.includes('.before-'))!,
    )
    expect(restored.out).toContain(kept)
    expect(await run(['restore', kept])).toMatchObject({ code: 0 })
    expect(await coinCount()).toBe(2)
  })

  test('restore refuses while a server has the database, idle or not, and changes nothing', async () => {
    await addCoin('one')
    const backup = join(dataDir, 'a.db')
    expect((await run(['backup', backup])).code).toBe(0)
    await addCoin('two')
    const server = await startServerProcess({ DATA_DIR: dataDir })
    const before = everyFile()
    const refused = await run(['restore', backup])
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('stop it first. Nothing was changed') })
    expect(everyFile()).toEqual(before)
    expect((await fetch(`${server.url}/api/coins`).then((answer) => answer.json())) as unknown).toMatchObject({ coins: { length: 2 } })
    await server.stop()
    expect((await run(['restore', backup])).code).toBe(0)
    expect(await coinCount()).toBe(1)
  })

  test('what is no sound database of this service is not restored, and nothing changes', async () => {
    await addCoin('one')
    const sound = join(dataDir, 'sound.db')
    await run(['backup', sound])
    const [text, torn, foreign] = ['text.db', 'torn.db', 'foreign.db'].map((name) => join(dataDir, name)) as [string, string, string]
    writeFileSync(text, 'not a database. '.repeat(100))
    writeFileSync(torn, readFileSync(sound).fill(0xab, 8_192, 20_000))
    const other = new Database(foreign, { create: true })
    other.run('CREATE TABLE a (b)')
    other.close()
    const before = everyFile()
    for (const file of [text, torn, foreign, join(dataDir, 'none.db')]) {
      const refused = await run(['restore', file])
      expect({ file, code: refused.code, out: refused.out }).toEqual({ file, code: file.endsWith('none.db') ? 2 : 1, out: '' })
    }
    expect(everyFile()).toEqual(before)
    expect(await coinCount()).toBe(1)
  })

  test('decision "A database of a commit before 1.0.0": a backup of one is not restored, and nothing is changed', async () => {
    await addCoin('one')
    const unreleased = join(dataDir, 'unreleased.db')
    await run(['backup', unreleased])
    const db = new Database(unreleased, { strict: true })
    db.run("INSERT INTO kysely_migration (name, timestamp) VALUES ('002-expiry', '')")
    db.close()
    const before = everyFile()
    expect(await run(['restore', unreleased])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /was not restored, and nothing was changed: the database is of a commit before 1\.0\.0, which .*: name a backup of 1\.0\.0 or later, .*\n$/,
      ),
    })
    expect(everyFile()).toEqual(before)
    expect(await coinCount()).toBe(1)
  })

  test('a database that is broken beyond opening is replaced and kept, and nothing of its journals lies beside the restored one', async () => {
    await addCoin('one')
    const backup = join(dataDir, 'a.db')
    await run(['backup', backup])
    writeFileSync(database(), 'broken. '.repeat(2_000))
    writeFileSync(`${database()}-journal`, 'of the broken one')
    expect((await run(['restore', backup])).code).toBe(0)
    const [kept, ...beside] = readdirSync(dataDir)
      .filter((name) => name.startsWith('service.db') && !name.includes('Z-') && !name.includes('.lock'))
      .toSorted()
    expect([kept, ...beside.map((name) => name.slice(0, 18))]).toEqual(['service.db', 'service.db.before-'])
    expect(readFileSync(join(dataDir, beside[0]!), 'utf8')).toStartWith('broken. ')
    expect(await coinCount()).toBe(1)
  })

  test('a copy gives its free pages back to the disk from then on, whatever the database that it was made of does', () => {
    const [from, to] = [join(dataDir, 'old.db'), join(dataDir, 'copy.db')]
    const old = new Database(from, { create: true, strict: true })
    old.run('CREATE TABLE kysely_migration (name text)')
    const vacuumOf = (db: Database) => db.query('PRAGMA auto_vacuum').get()
    expect(vacuumOf(old)).toEqual({ auto_vacuum: 0 })
    copySqlite(from, to)
    const copy = new Database(to, { strict: true })
    expect([vacuumOf(old), vacuumOf(copy)]).toEqual([{ auto_vacuum: 0 }, { auto_vacuum: 2 }])
    for (const db of [old, copy]) db.close()
  })

  test('what waits for approval or launch in the copy has expired after a restore: it may have been spent since', async () => {
    const { app, dryRun } = await createUpkeepScene({ databaseUrl: `sqlite:${database()}` })
    const id = (await dryRun(app.launchBody(), { approve: true })) as never
    expect(await app.deps.storage.dryRuns.find(id)).not.toBeNull()
    await app.close()
    const backup = join(dataDir, 'a.db')
    await run(['backup', backup])
    expect((await run(['restore', backup])).code).toBe(0)
    const found = await withStorage(({ dryRuns }) => dryRuns.find(id))
    expect(found!.expiresAtMs).toBe(found!.createdAtMs)
  })

  test('a backup never overwrites, and says what it cannot copy', async () => {
    expect(await run(['backup'])).toMatchObject({ code: 1, err: expect.stringContaining('no database') })
    await addCoin('one')
    const taken = join(dataDir, 'taken.db')
    writeFileSync(taken, 'mine')
    expect(await run(['backup', taken])).toMatchObject({ code: 2, err: expect.stringContaining('never overwrites') })
    expect(readFileSync(taken, 'utf8')).toBe('mine')
    const postgres = { DATABASE_URL: 'postgres://user:hunter2@db.test/x' }
    for (const args of [['backup'], ['restore', taken]]) {
      const refused = await run(args, postgres)
      expect(refused.err).not.toContain('hunter2')
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('PostgreSQL') })
    }
  })
})

describe('decision "A backup": scheduled backups', () => {
  const copying = (keep: number, command = [process.execPath, main, 'backup']) =>
    createFileBackups({ folder: join(dataDir, 'backups'), keep, copy: { command, env: { DATABASE_URL: `sqlite:${database()}` } } })
  const at = (day: number) => unixMs(Date.UTC(2026, 10, day, 3, 23))

  test('the newest are kept, as many as BACKUP_KEEP says; other files are left alone', async () => {
    await addCoin('one')
    const backups = copying(2)
    await backups.make(at(1))
    writeFileSync(join(dataDir, 'backups', 'service-20261101T032300Z.db.partial'), 'killed halfway')
    writeFileSync(join(dataDir, 'backups', 'by-hand.db'), 'mine')
    for (const day of [2, 3]) await backups.make(at(day))
    expect((await backups.list()).map(({ name, atMs }) => [name, atMs])).toEqual([
      ['service-20261103T032300Z.db', at(3)],
      ['service-20261102T032300Z.db', at(2)],
    ] as never)
    expect(readdirSync(join(dataDir, 'backups')).toSorted()).toEqual([
      'by-hand.db',
      'service-20261102T032300Z.db',
      'service-20261103T032300Z.db',
    ])
  })

  test('one that fails removes none of the older ones, leaves nothing, and is told as the job’s outcome', async () => {
    await addCoin('one')
    await copying(1).make(at(1))
    const failing = copying(1, ['sh', '-c', 'echo no space left >&2; exit 1'])
    expect(failing.make(at(2))).rejects.toThrow('no space left')
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['service-20261101T032300Z.db'])
  })

  test('a scheduled backup says which file it made, and of what size', async () => {
    const { app, run: runScheduledJob } = await createUpkeepScene()
    await addCoin('one')
    Object.assign(app.deps, { backups: copying(3) })
    expect((await runScheduledJob(makeBackup)).outcome).toMatch(/^made service-20261121T000000Z\.db \(\d+ bytes\), 1 kept$/)
    await app.close()
    expect(existsSync(join(dataDir, 'backups', 'service-20261121T000000Z.db'))).toBe(true)
  })
})
