import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { databasesUnderTest, rowsOf, tablesOf } from '../../support/databases-under-test.ts'
import { eventually } from '../../support/eventually.ts'
import { runAgentLaunch } from '../../support/run-command.ts'
import { temporaryDataDirs } from '../../support/server-process.ts'
import { toySteps } from '../../support/toy-steps.ts'

setDefaultTimeout(60_000)

const dirs = temporaryDataDirs()
afterAll(dirs.removeAll)

const SCRIPT = join(import.meta.dir, '../../support/toy-steps.ts')

/** A process that applies the toy steps to the database and pauses within them. */
function startPausing(url: string) {
  const child = Bun.spawn([process.execPath, SCRIPT], {
    env: { ...process.env, TOY_DATABASE_URL: url },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  let output = ''
  /** Resolves when it has output so. */
  const says = async (word: string): Promise<void> => {
    while (!output.includes(`${word}\n`)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`It ended without ${word}.`)
      output += new TextDecoder().decode(value)
    }
  }
  return { child, says }
}

/** Who waits for a lock of the service in this database. */
const WAITING = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

const release = async (url: string) => (await openStorage(new Secret(url))).close()
const later = async (url: string) => (await openStorage(new Secret(url), { steps: toySteps })).close()
const stepsIn = async (url: string) => (await rowsOf(url, 'SELECT name FROM kysely_migration ORDER BY name')).map(({ name }) => name)

describe.each(databasesUnderTest(dirs.next))(
  'decision "A database of a commit before 1.0.0": steps of a later release, %s',
  (_name, make) => {
    test('are applied once, in the order of their names', async () => {
      const url = await make()
      await release(url)
      for (let start = 0; start < 2; start += 1) {
        await later(url)
        expect(await stepsIn(url)).toEqual(['001-initial', '002-toys', '003-second-toy'])
        expect(await rowsOf(url, 'SELECT id FROM toy ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
      }
      // The version before them does not take it.
      await expect(release(url)).rejects.toThrow(/of a later version of this service \(002-toys, 003-second-toy\)/)
    })

    test('leave nothing when the process is killed within them, and are applied by the next one', async () => {
      const url = await make()
      await release(url)
      const before = await tablesOf(url)
      const { child, says } = startPausing(url)
      await says('paused')
      child.kill('SIGKILL')
      await child.exited
      expect([await tablesOf(url), await stepsIn(url)]).toEqual([before, ['001-initial']])
      await later(url)
      expect(await rowsOf(url, 'SELECT count(*) AS n FROM toy')).toEqual([{ n: 2 }])
    })

    test('are applied by one of two processes, and the other one waits for it', async () => {
      const url = await make()
      await release(url)
      const first = startPausing(url)
      await first.says('paused')
      const second = startPausing(url)
      await second.says('begun')
      // SQLite tells nobody who waits.
      if (url.startsWith('postgres')) await eventually(async () => (await rowsOf(url, WAITING)).length === 1, 20_000)
      await first.child.stdin.end()
      await second.child.stdin.end()
      expect(await Promise.all([first.child.exited, second.child.exited])).toEqual([0, 0])
      expect(await stepsIn(url)).toEqual(['001-initial', '002-toys', '003-second-toy', '004-pause'])
      expect(await rowsOf(url, 'SELECT count(*) AS n FROM toy')).toEqual([{ n: 2 }])
    })
  },
)

/** What the databases of commits before 1.0.0 had: the steps of the first ones, those of the last ones, and the first step alone. */
const UNRELEASED: readonly (readonly string[])[] = [
  [`UPDATE kysely_migration SET name = '001-launches'`],
  [`INSERT INTO kysely_migration (name, timestamp) VALUES ('002-expiry', '')`],
  ['DROP TABLE act_chain'],
]

describe.each(databasesUnderTest(dirs.next))('decision "A database of a commit before 1.0.0": %s', (_name, make) => {
  test.each(UNRELEASED)('is not read, and stays as it is: %s', async (change) => {
    const url = await make()
    await release(url)
    await rowsOf(url, change)
    const state = async () => [await tablesOf(url), await stepsIn(url), url.startsWith('sqlite:') && readFileSync(url.slice(7), 'base64')]
    const before = await state()
    await expect(release(url)).rejects.toThrow(
      /^the database is of a commit before 1\.0\.0, which this version does not read: name an empty/,
    )
    expect(await state()).toEqual(before)
  })
  test('is neither served nor used by a command, which say so in one sentence; doctor says it too', async () => {
    const url = await make()
    await release(url)
    await rowsOf(url, UNRELEASED[0]![0]!)
    const env = { DATABASE_URL: url, DATA_DIR: dirs.next(), PORT: '0' }
    for (const args of [['serve'], ['keys', 'list']])
      expect(await runAgentLaunch(args, env)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^[^\n]*the database is of a commit before 1\.0\.0, which this version does not read[:;] name an empty one [^\n]*\n$/,
        ),
      })
    const { code, out } = await runAgentLaunch(['doctor'], env)
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^fail  the database is of a commit before 1\.0\.0, .*\n +fix: name an empty one/m),
    ])
    expect(await stepsIn(url)).toEqual(['001-launches'])
  })
})
