import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledMain } from '../support/bundled-main.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { startServerProcess, temporaryDataDirs } from '../support/server-process.ts'
import { failureSentence } from '../../src/commands/failure-sentence.ts'
import { sha256Hex } from '../../src/lib/bytes.ts'

setDefaultTimeout(180_000)

const { next: newFolder, removeAll } = temporaryDataDirs()
afterEach(removeAll)

const MAIN = await bundledMain()
const ROOT = process.getuid?.() === 0

/** The command ends with this code and one line on standard error, and nothing else is said. */
async function expectSentence(args: string[], env: Record<string, string>, code: number, words: string | RegExp) {
  const end = await runAgentLaunch(args, env)
  expect({ args, ...end }).toEqual({ args, code, out: '', err: expect.stringMatching(words) })
  expect(end.err.trim().split('\n')).toHaveLength(1)
  return end
}

/** Runs a command whose standard output the shell leads there. */
async function runInto(redirection: string, args: string[], dataDir: string) {
  const child = Bun.spawn(['sh', '-c', `"$0" "$@" ${redirection}`, process.execPath, MAIN, ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    stderr: 'pipe',
  })
  const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  return { code, err }
}

describe('decision "What keeps a start from happening": mistakes in a sentence', () => {
  test('a port that is taken, an address that is not of this machine', async () => {
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const taken = { DATABASE_URL: 'sqlite::memory:', PORT: String(other.port) }
    await expectSentence(['serve'], taken, 1, `Something listens on 127.0.0.1:${other.port} already: stop it, or set PORT`)
    await other.stop(true)
    await expectSentence(['serve'], { ...taken, PORT: '0', HOST: '203.0.113.1' }, 1, 'no address 203.0.113.1: set HOST')
  })

  test('an address that is none is HOST’s mistake', async () => {
    const { code, err } = await runAgentLaunch(['serve'], { DATABASE_URL: 'sqlite::memory:', HOST: '999.1.1.1' })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('1 problem(s):\n  - HOST must be an address of this machine') })
  })

  test('what a command says cannot be written: it has failed, and says so where it can', async () => {
    for (const args of [['settings'], ['--help']]) {
      const { code, err } = await runInto('> /dev/full', args, newFolder())
      expect([code, err]).toEqual([1, `What ${args[0]} says cannot be written (ENOSPC); what it did, if anything, is done.\n`])
    }
  })

  test('a key that nobody would see is not minted, and one that could not be shown is revoked', async () => {
    const folder = newFolder()
    for (const into of ['>&-', '> /dev/null']) {
      expect(await runInto(into, ['keys', 'mint', 'lost'], folder)).toEqual({ code: 1, err: expect.stringContaining('nothing was minted') })
      expect((await runAgentLaunch(['keys', 'list'], { DATA_DIR: folder })).out).toBe('')
    }
    const { code, err } = await runInto('> /dev/full', ['keys', 'mint', 'lost'], folder)
    expect([code, err]).toEqual([1, expect.stringMatching(/^The key cannot be shown \(ENOSPC\): \S+ is revoked again\.\n$/)])
    expect((await runAgentLaunch(['keys', 'list'], { DATA_DIR: folder })).out).toMatch(/^\S+ +\S+ +revoked .*lost\n$/)
  })

  test('a service whose log nobody reads still ends when it is told to', async () => {
    // A pipe that is full before the service begins, and that the service itself holds open.
    const script = 'mkfifo "$2"; exec 9<>"$2"; head -c 65536 /dev/zero >&9; exec "$0" "$1" serve >&9'
    const folder = newFolder()
    const free = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const { port } = free
    await free.stop(true)
    const child = Bun.spawn(['sh', '-c', script, process.execPath, MAIN, join(folder, 'log')], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), PORT: String(port) },
      stderr: 'inherit',
    })
    const serves = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (child.exitCode === null && !(await serves()));
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test('a file in the place of the folder, and above it', async () => {
    const file = join(newFolder(), 'data')
    writeFileSync(file, '')
    for (const dataDir of [file, join(file, 'deeper')])
      for (const args of [['serve'], ['keys', 'list']])
        await expectSentence(args, { DATA_DIR: dataDir, PORT: '0' }, 1, 'cannot be a folder, since a file has that name')
    expect((await runAgentLaunch(['doctor'], { DATA_DIR: file, PORT: '9' })).code).toBe(1)
  })

  test.skipIf(!ROOT)('a folder of another user, and a port under 1024 without the right', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o755)
    const asNobody = async (env: Record<string, string>) => {
      const drop = `process.setuid(65534); process.argv.splice(1, 2, ${JSON.stringify(MAIN)}, 'serve'); await import(${JSON.stringify(MAIN)})`
      const child = Bun.spawn([process.execPath, '-e', drop], { env: { PATH: process.env.PATH!, ...env }, stdout: 'pipe', stderr: 'pipe' })
      return { code: await child.exited, err: await new Response(child.stderr).text() }
    }
    expect(await asNobody({ DATA_DIR: join(folder, 'data'), PORT: '0' })).toEqual({
      code: 1,
      err: expect.stringContaining('may not be used by this user: chown it'),
    })
    expect(existsSync(join(folder, 'data'))).toBe(false)
    const low = await asNobody({ DATABASE_URL: 'sqlite::memory:', PORT: '81' })
    expect(low).toEqual({ code: 1, err: expect.stringContaining('This user may not listen on 127.0.0.1:81') })
  })

  test('a database that is down, damaged, newer, or of another program: neither served nor changed', async () => {
    const url = 'postgres://user:hunter2@127.0.0.1:9/x'
    for (const args of [['serve'], ['keys', 'list']]) {
      const { err } = await expectSentence(
        args,
        { DATA_DIR: newFolder(), DATABASE_URL: url, PORT: '0' },
        1,
        'PostgreSQL does not answer (ECONNREFUSED)',
      )
      expect(err).not.toContain('hunter2')
    }
    const folder = newFolder()
    const file = join(folder, 'service.db')
    writeFileSync(file, 'no database. '.repeat(1_000))
    await expectSentence(['serve'], { DATA_DIR: folder, PORT: '0' }, 1, 'damaged, or is no SQLite file')
    rmSync(file)
    const change = (statement: string) => {
      const db = new Database(file, { strict: true })
      db.run(statement)
      db.close()
    }
    change('CREATE TABLE notes (text)')
    for (const args of [['serve'], ['keys', 'mint', 'xx']])
      await expectSentence(args, { DATA_DIR: folder, PORT: '0' }, 1, 'has tables of another program')
    const db = new Database(file, { readonly: true, strict: true })
    expect(db.query('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'notes' }])
    db.close()
    rmSync(file)
    await (await startServerProcess({ DATA_DIR: folder })).stop()
    change("INSERT INTO kysely_migration (name, timestamp) VALUES ('999-future', '')")
    await expectSentence(['serve'], { DATA_DIR: folder, PORT: '0' }, 1, '999-future')
  })

  test('words that a command does not take are refused with 2, and nothing is begun', async () => {
    const dataDir = join(newFolder(), 'data')
    for (const args of [
      ['serve', '--prot', '80'],
      ['serve', '80'],
      ['doctor', 'x'],
      ['backup', 'a', 'b'],
      ['restore', 'a', 'b'],
      ['keys', 'list', '--x'],
      ['nothing'],
      ['settings', 'x'],
    ])
      await expectSentence(args, { DATA_DIR: dataDir }, 2, /./)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('PORT=abc is one problem, and so is a HOST of two words', async () => {
    for (const env of [{ PORT: 'abc' }, { HOST: 'my host' }] as Record<string, string>[]) {
      const { code, err } = await runAgentLaunch(['serve'], env)
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('has 1 problem') })
    }
  })

  test('whoever reads may stop reading: no trace, and no noise', async () => {
    for (const args of ['doctor', 'settings', '--help', 'keys list']) {
      const child = Bun.spawn(['sh', '-c', `${process.execPath} ${MAIN} ${args} | head -c 1`], {
        env: { PATH: process.env.PATH!, DATABASE_URL: 'sqlite::memory:', PORT: '9' },
        stdout: 'ignore',
        stderr: 'pipe',
      })
      expect({ args, err: await new Response(child.stderr).text() }).toEqual({ args, err: '' })
    }
  })

  test('a backup goes back onto a machine that has nothing yet', async () => {
    const [old, bare] = [newFolder(), newFolder()]
    expect((await runAgentLaunch(['keys', 'mint', 'kept'], { DATA_DIR: old })).code).toBe(0)
    expect((await runAgentLaunch(['backup', join(bare, 'b.db')], { DATA_DIR: old })).code).toBe(0)
    mkdirSync(join(bare, 'home'))
    const dataDir = join(bare, 'home', 'not', 'yet')
    expect(await runAgentLaunch(['restore', join(bare, 'b.db')], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(dataDir)).toContain('service.db')
    expect((await runAgentLaunch(['keys', 'list'], { DATA_DIR: dataDir })).out).toContain('kept')
  })

  test('--version says what version says; each command explains itself; import names its columns', async () => {
    const [long, short, word] = await Promise.all(['--version', '-v', 'version'].map((name) => runAgentLaunch([name], {})))
    expect([long, short]).toEqual([word!, word!])
    expect(word).toMatchObject({ code: 0, out: expect.stringContaining('agent-launch 1') })
    expect((await runAgentLaunch(['kols', 'import', '--help'], {})).out).toMatch(/\n {2}correlated +handles of the same person/)
    expect((await runAgentLaunch(['--help'], {})).out).toContain('agent-launch settings')
  })

  test('settings are listed with what is set, and no secret is shown', async () => {
    const hash = sha256Hex('hunter2-hunter2')
    const env = {
      OPERATOR_API_KEY: 'hunter2-hunter2-hunter2',
      OPERATOR_KEYS: `anna:all:${hash}`,
      PORT: '3456',
      DATABASE_URL: 'postgres://u:hunter2@db.test/x',
    }
    const { code, out } = await runAgentLaunch(['settings'], env)
    expect(code).toBe(0)
    expect(out).toContain('PORT = 3456\n')
    expect(out).toContain('OPERATOR_API_KEY = [set, not shown]\n')
    expect(out).not.toContain('hunter2')
    expect(out).not.toContain(hash)
    const file = await Bun.file(new URL('../../deploy/agent-launch.env.example', import.meta.url)).text()
    expect((await runAgentLaunch(['settings', '--env'], env)).out).toBe(file)
  })

  test.each([
    [{ code: '28P01' }, 'refuses the user or password'],
    [{ code: '3D000' }, 'no database of that name'],
    [{ code: '42501' }, 'lacks rights'],
    [{ code: 'SQLITE_FULL' }, 'The disk is full'],
    [{ code: 'ENOSPC', path: '/data/x' }, 'The disk is full (/data/x)'],
    [{ code: 'EMFILE' }, 'may open no more files'],
    [{ code: 'EROFS', path: '/data/x' }, '/data/x cannot be written'],
    [{ code: 'CONNECT_TIMEOUT' }, 'PostgreSQL does not answer'],
    [{}, 'oops at [secret] (LOG_LEVEL=debug shows where)'],
  ])('%o is told in a sentence, also as the cause of something else', (fault, words) => {
    const env = { DATABASE_URL: 'postgres://u:hunter2@db.test/x' }
    const error = Object.assign(new Error('oops at postgres://u:hunter2@db.test/x\nand more'), fault)
    expect(failureSentence(error, env)).toContain(words)
    if ('code' in fault) expect(failureSentence(new Error('outer', { cause: error }), env)).toContain(words)
  })
})
