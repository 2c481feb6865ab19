import { afterAll, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { rowsOf, tablesOf } from '../support/databases-under-test.ts'
import { emptyDatabase } from '../support/empty-database.ts'
import { eventually } from '../support/eventually.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess, temporaryDataDirs } from '../support/server-process.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) console.log('SKIPPED upgrades of replicas one by one: set TEST_DATABASE_URL=postgres://…')

const dirs = temporaryDataDirs()
afterAll(dirs.removeAll)

const SCRIPT = join(import.meta.dir, '../support/toy-steps.ts')

/** Brings the database up to date as a later version, whose newest step this is; resolves to its exit code and what it said. */
async function later(url: string, step: string) {
  const child = Bun.spawn([process.execPath, SCRIPT], {
    env: { PATH: process.env.PATH ?? '', TOY_DATABASE_URL: url, TOY_LAST: step },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return { output: await new Response(child.stdout).text(), code: await child.exited }
}

const claims = async ({ url }: ServerProcess) =>
  (await fetch(`${url}/api/agent/keys/claim`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).status

describe.skipIf(!server)('decision "Replicas are replaced one by one"', () => {
  test('replicas of this version work and start beside a step that allows it; one that needs a pause waits until all have stopped', async () => {
    const url = await emptyDatabase(server!)
    const secretKey = randomBytes(32).toString('hex')
    const env = () => ({ DATABASE_URL: url, DATA_DIR: dirs.next(), SECRET_KEY: secretKey })
    const running = [await startServerProcess(env())]
    expect(await later(url, '002-toys')).toEqual({ code: 0, output: 'begun\n' })
    running.push(await startServerProcess(env()))
    for (const replica of running) expect(await claims(replica)).toBe(201)

    const leases = async () => (await rowsOf(url, `SELECT name FROM lease WHERE name LIKE 'replica %'`)).length
    await eventually(async () => (await leases()) === 2)
    const before = await tablesOf(url)
    expect(await later(url, '003-second-toy')).toEqual({
      code: 1,
      output:
        'begun\nstep 003-second-toy of the database needs a pause, and 2 replica(s) of an earlier version run: stop every one, then start this version; one that was killed counts for 30 s more\n',
    })
    expect([await tablesOf(url), await rowsOf(url, 'SELECT id FROM toy')]).toEqual([before, [{ id: 1 }]])
    for (const replica of running) expect(await claims(replica)).toBe(201)

    for (const replica of running) expect(await replica.stop()).toBe(0)
    expect(await leases()).toBe(0)
    expect(await later(url, '003-second-toy')).toEqual({ code: 0, output: 'begun\n' })
    expect(await runAgentLaunch(['serve'], { ...env(), PORT: '0' })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^[^\n]*the database is of a later version of this service \(002-toys, 003-second-toy\)[^\n]*\n$/),
    })
  }, 120_000)
})
