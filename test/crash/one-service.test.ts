import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { existsSync, linkSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { lockFile } from '../../src/adapters/lock-file.ts'
import { lockData } from '../../src/lock-data.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess, temporaryDataDirs } from '../support/server-process.ts'
import { unixMs } from '../../src/domain/brands.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { everything, orphanIn } from '../support/data-folder.ts'

const { next: newFolder, removeAll } = temporaryDataDirs()
const servers: ServerProcess[] = []
const holders: Bun.Subprocess[] = []

/** True where this user may mount: root with the capability. */
function canMount(): boolean {
  const [from, to] = [newFolder(), newFolder()]
  const may = Bun.spawnSync(['mount', '--bind', from, to]).exitCode === 0
  if (may) Bun.spawnSync(['umount', to])
  return may
}

async function serve(env: Record<string, string>): Promise<ServerProcess> {
  // Without a reserve, which it would make some seconds after its start: what changes from here on, another one changed.
  const server = await startServerProcess({ BACKUP_CRON: 'off', DISK_FREE_MIN_MIB: '0', ...env })
  servers.push(server)
  return server
}

setDefaultTimeout(180_000)

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.kill()
  removeAll()
})

describe('decision "The data is held by locks of the operating system": one service, one data folder', () => {
  test('a second start is told who has the folder, ends with 1, and has changed nothing: no claim of the first is given back', async () => {
    const dataDir = newFolder()
    const first = await serve({ DATA_DIR: dataDir })
    const claims = orphanIn(dataDir)
    const before = everything(dataDir)
    const others: Record<string, string>[] = [
      { PORT: '0' },
      { PORT: new URL(first.url).port },
      { PORT: '0', DATABASE_URL: `sqlite:${join(dataDir, 'other.db')}` },
    ]
    for (const env of others) {
      const second = await runAgentLaunch(['serve'], { DATA_DIR: dataDir, ...env })
      expect({ code: second.code, out: second.out }).toEqual({ code: 1, out: '' })
      expect(second.err).toMatch(
        /^Another agent-launch \(serve, process \d+, since \S+, at http:\/\/127\.0\.0\.1:\d+\) has the \S.*: stop it first\. Nothing was changed\.\n$/,
      )
      expect(second.err).toContain(first.url)
      expect(claims()).toBe(1)
    }
    expect(everything(dataDir)).toEqual(before)
  })

  test('a link to the folder, a path relative to it, a link to the database and another folder with the same database are the same', async () => {
    const [dataDir, elsewhere] = [newFolder(), newFolder()]
    await serve({ DATA_DIR: dataDir })
    symlinkSync(dataDir, join(elsewhere, 'link'))
    symlinkSync(join(dataDir, 'service.db'), join(elsewhere, 'linked.db'))
    mkdirSync(join(elsewhere, 'mine'), { mode: 0o700 })
    const before = [everything(dataDir), everything(elsewhere)]
    const others: Record<string, string>[] = [
      { DATA_DIR: join(elsewhere, 'link') },
      { DATA_DIR: relative(elsewhere, dataDir) },
      { DATA_DIR: join(elsewhere, 'mine'), DATABASE_URL: `sqlite:${join(dataDir, 'service.db')}` },
      { DATA_DIR: join(elsewhere, 'mine'), DATABASE_URL: `sqlite:${join(elsewhere, 'linked.db')}` },
      { DATA_DIR: join(elsewhere, 'not-there'), DATABASE_URL: `sqlite:${join(elsewhere, 'link', 'service.db')}` },
    ]
    for (const env of others) {
      const second = await runAgentLaunch(['serve'], { PORT: '0', ...env }, elsewhere)
      expect({ env, code: second.code, err: second.err }).toEqual({ env, code: 1, err: expect.stringContaining('Nothing was changed.') })
    }
    expect([everything(dataDir), everything(elsewhere)]).toEqual(before)
  })

  test('a database with two names is not served: by the other one nobody would find its journals', async () => {
    const [dataDir, elsewhere] = [newFolder(), newFolder()]
    await (await serve({ DATA_DIR: dataDir })).stop()
    linkSync(join(dataDir, 'service.db'), join(elsewhere, 'other.db'))
    const before = [everything(dataDir), everything(elsewhere)]
    for (const env of [{ DATA_DIR: dataDir }, { DATA_DIR: elsewhere, DATABASE_URL: `sqlite:${join(elsewhere, 'other.db')}` }]) {
      const end = await runAgentLaunch(['serve'], { PORT: '0', ...env })
      expect(end).toEqual({
        code: 1,
        out: '',
        err: expect.stringContaining('has 2 names (hard links): remove all but one. Nothing was changed.'),
      })
    }
    expect([everything(dataDir), everything(elsewhere)]).toEqual(before)
    rmSync(join(elsewhere, 'other.db'))
    await serve({ DATA_DIR: dataDir })
  })

  test.skipIf(!canMount())('a database that is mounted by itself is not served either', async () => {
    const [dataDir, elsewhere] = [newFolder(), newFolder()]
    await (await serve({ DATA_DIR: dataDir })).stop()
    writeFileSync(join(elsewhere, 'service.db'), '')
    Bun.spawnSync(['mount', '--bind', join(dataDir, 'service.db'), join(elsewhere, 'service.db')])
    try {
      const end = await runAgentLaunch(['serve'], { PORT: '0', DATA_DIR: elsewhere })
      expect(end).toEqual({ code: 1, out: '', err: expect.stringContaining('is mounted by itself: mount its folder') })
    } finally {
      Bun.spawnSync(['umount', join(elsewhere, 'service.db')])
    }
  })

  test('kill -9 frees the folder at once; what the dead one left says nothing, and neither do children; nobody has to keep a lock', async () => {
    const dataDir = newFolder()
    const { data } = readConfig({ DATA_DIR: dataDir })
    const script = `
      const { lockData } = await import(${JSON.stringify(new URL('../../src/lock-data.ts', import.meta.url).href)})
      const { readConfig } = await import(${JSON.stringify(new URL('../../src/config/read-config.ts', import.meta.url).href)})
      lockData({ clock: { nowMs: Date.now } }, readConfig({ DATA_DIR: ${JSON.stringify(dataDir)} }).data, 'serve', 'serve')
      const child = Bun.spawn(['sleep', '60'], { stdio: ['ignore', 'ignore', 'ignore'] })
      Bun.gc(true)
      process.stdout.write(child.pid + '\\n')
      setInterval(() => {}, 1_000)`
    const holder = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'ignore' })
    holders.push(holder)
    const { value } = await holder.stdout.getReader().read()
    const childPid = Number(new TextDecoder().decode(value))
    expect(() => lockData({ clock: createSystemClock() }, data, 'serve', 'serve')).toThrow(`process ${holder.pid}`)
    holder.kill('SIGKILL')
    await holder.exited
    expect(process.kill(childPid, 0)).toBe(true)
    expect(existsSync(join(dataDir, 'folder.lock.json'))).toBe(true)
    lockData({ clock: createSystemClock() }, data, 'serve', 'serve').release()
    process.kill(childPid, 'SIGKILL')
    const server = await serve({ DATA_DIR: dataDir })
    await server.kill()
    await serve({ DATA_DIR: dataDir })
  })

  test('commands work beside a server; a restore does not, and nothing works beside a restore', async () => {
    const dataDir = newFolder()
    const server = await serve({ DATA_DIR: dataDir })
    const run = (...args: string[]) => runAgentLaunch(args, { DATA_DIR: dataDir })
    const claims = orphanIn(dataDir)
    const backup = join(dataDir, 'b.db')
    for (const args of [
      ['keys', 'mint', 'beside'],
      ['keys', 'list'],
      ['kols', 'import', '--sample'],
      ['payments', 'list'],
      ['backup', backup],
    ]) {
      const { code, err } = await run(...args)
      expect({ args, code, err }).toEqual({ args, code: 0, err: '' })
    }
    expect(claims()).toBe(1)
    expect(await run('restore', backup)).toMatchObject({ code: 1, err: expect.stringContaining('stop it first') })
    expect(await server.stop()).toBe(0)
    expect(existsSync(join(dataDir, 'folder.lock.json'))).toBe(false)

    const restoring = lockData({ clock: createSystemClock() }, readConfig({ DATA_DIR: dataDir }).data, 'replace', 'restore')
    const before = everything(dataDir)
    for (const args of [['keys', 'mint', 'meanwhile'], ['backup', join(dataDir, 'c.db')], ['serve'], ['restore', backup]]) {
      const { code, err } = await runAgentLaunch(args, { DATA_DIR: dataDir, PORT: '0' })
      expect({ args, code, err }).toEqual({ args, code: 1, err: expect.stringContaining(`(restore, process ${process.pid}, `) })
    }
    expect(everything(dataDir)).toEqual(before)
    restoring.release()
    expect(await run('restore', backup)).toMatchObject({ code: 0, err: '' })
  })

  test('a command applies no steps to a database while a server of an earlier version runs on it', async () => {
    const dataDir = newFolder()
    // To a command a database without tables is one that lacks steps.
    writeFileSync(join(dataDir, 'service.db'), '')
    const { data } = readConfig({ DATA_DIR: dataDir })
    const older = lockData({ clock: createSystemClock() }, data, 'serve', 'serve')
    const { code, err } = await runAgentLaunch(['keys', 'mint', 'too-new'], { DATA_DIR: dataDir })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Nothing was changed') })
    const after = new Database(join(dataDir, 'service.db'), { readonly: true, strict: true })
    expect(after.query('SELECT name FROM sqlite_schema').all()).toEqual([])
    after.close()
    older.release()
  })

  test('a lock file without a holder is no obstacle, whatever is beside it; two commands at once make one database', async () => {
    const dataDir = newFolder()
    for (const name of ['folder.lock', 'service.db.lock']) writeFileSync(join(dataDir, name), '')
    writeFileSync(join(dataDir, 'folder.lock.json'), '{"pid":1,"host":"x","since":"2020-01-01T00:00:00Z","command":"serve","url":null}')
    writeFileSync(join(dataDir, 'service.db.lock.json'), 'torn')
    const both = await Promise.all(['one', 'two'].map((label) => runAgentLaunch(['keys', 'mint', label], { DATA_DIR: dataDir })))
    expect(both.map(({ code, err }) => ({ code, err }))).toEqual([
      { code: 0, err: '' },
      { code: 0, err: '' },
    ])
    const listed = await runAgentLaunch(['keys', 'list'], { DATA_DIR: dataDir })
    expect(listed.out.trim().split('\n')).toHaveLength(2)
    await serve({ DATA_DIR: dataDir })
  })

  test('in memory there is nothing to hold: any number runs, and no folder is made', async () => {
    const dataDir = join(newFolder(), 'none')
    const env = { DATA_DIR: dataDir, DATABASE_URL: 'sqlite::memory:' }
    await serve(env)
    await serve(env)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('three ways to hold: one serves, any number use, who replaces is alone', () => {
    const file = join(newFolder(), 'x.lock')
    const why = { what: 'it', command: 'test', nowMs: unixMs(0) }
    const may = (hold: 'serve' | 'use' | 'replace') => {
      try {
        lockFile(file, hold, why).release()
        return true
      } catch {
        return false
      }
    }
    const beside = { serve: [false, true, false], use: [true, true, false], replace: [false, false, false] } as const
    for (const hold of ['serve', 'use', 'replace'] as const) {
      const held = lockFile(file, hold, why)
      expect({ hold, beside: [may('serve'), may('use'), may('replace')] }).toEqual({ hold, beside: [...beside[hold]] })
      held.release()
    }
    expect(statSync(file).size).toBe(0)
    rmSync(file)
  })
})
