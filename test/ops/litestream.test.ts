import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contradictions, recordSize } from '../support/check-record.ts'
import { eventually } from '../support/eventually.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess, temporaryDataDirs } from '../support/server-process.ts'
import { CREW_WALLETS, newPerson, pngBytes } from '../support/test-app.ts'
import { toBase64 } from '../../src/lib/bytes.ts'

const litestream = Bun.which('litestream', { PATH: `${process.env.PATH}:/usr/local/bin` })
if (!litestream)
  console.log('SKIPPED the restore drill of Litestream: there is no litestream; deploy/agent-launch-litestream.service says how to get it')

const dirs = temporaryDataDirs()
afterAll(dirs.removeAll)

/** Writes that were answered so long before the end are kept. */
const LOST_MAX_MS = 1_000

/** Copies the database as the unit in deploy does, but to a folder. */
function startCopying(dataDir: string, url: string) {
  const config = join(dirs.next(), 'litestream.yml')
  const ours = readFileSync(join(import.meta.dir, '../../deploy/litestream.yml'), 'utf8')
  writeFileSync(config, ours.replace('/var/lib/agent-launch/service.db', join(dataDir, 'service.db')))
  return Bun.spawn([litestream!, 'replicate', '-config', config], {
    env: { LITESTREAM_URL: url },
    stdout: 'ignore',
    stderr: 'inherit',
  })
}

/** A request of an agent with an address of its own. */
async function ask({ url }: ServerProcess, path: string, body: unknown, headers: Record<string, string> = {}) {
  const address = `10.1.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-forwarded-proto': 'https', ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, string>
}
let addresses = 0

/** What the query finds in the file, past the service. */
function found(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true })
  const values = db.query<{ value: unknown }, []>(sql).all()
  db.close()
  return values.map(({ value }) => value)
}

/** Claims keys one after the other for so long, and tells when each was answered. */
async function claimFor(server: ServerProcess, ms: number): Promise<{ id: string; atMs: number }[]> {
  const claimed: { id: string; atMs: number }[] = []
  const endMs = Date.now() + ms
  while (Date.now() < endMs) claimed.push({ id: (await ask(server, '/api/agent/keys/claim', {})).id!, atMs: Date.now() })
  return claimed
}

describe.skipIf(!litestream)('decision "A backup": a restore drill of deploy/litestream.yml', () => {
  test('killed with its service it has lost a second of answered writes at most, and the chain tells the rest at the start', async () => {
    const [dataDir, replica, again] = [dirs.next(), dirs.next(), dirs.next()]
    const env = { TRUSTED_PROXIES: '127.0.0.0/8', SIMULATED_OPEN: '1', BACKUP_CRON: 'off' }
    const server = await startServerProcess({ DATA_DIR: dataDir, ...env })
    const copying = startCopying(dataDir, `file://${replica}`)
    const { key } = await ask(server, '/api/agent/keys/claim', {})
    const claimed = await claimFor(server, 4_000)
    // It lands after five seconds: journaled and sent before the end, and on chain after it.
    const slow = {
      name: 'Slow',
      ticker: 'XSLOW',
      imageBase64: toBase64(pngBytes()),
      crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }],
    }
    const underWay = ask(server, '/api/agent/launch', slow, { 'x-svc-api-key': key!, 'x-launcher-key': newPerson().secret }).catch(
      () => null,
    )
    claimed.push(...(await claimFor(server, 3_000)))
    const endMs = Date.now()
    copying.kill('SIGKILL')
    await Promise.all([server.kill(), copying.exited])
    expect(await underWay).toBeNull()

    const copy = join(dirs.next(), 'copy.db')
    const restore = Bun.spawn([litestream!, 'restore', '-o', copy, `file://${replica}`], { stdout: 'ignore', stderr: 'inherit' })
    expect(await restore.exited).toBe(0)
    cpSync(dataDir, again, { recursive: true, filter: (path) => !/service\.db/.test(path) })
    expect((await runAgentLaunch(['restore', copy], { DATA_DIR: again })).code).toBe(0)
    const database = join(again, 'service.db')
    expect(contradictions(database)).toEqual([])
    const kept = new Set(found(database, 'SELECT id AS value FROM api_key'))
    const lost = claimed.filter(({ id }) => !kept.has(id))
    console.log(
      `restored ${kept.size} of ${claimed.length + 1} keys; the oldest lost one was answered ${endMs - (lost[0]?.atMs ?? endMs)} ms before the end`,
    )
    expect(lost.filter(({ atMs }) => atMs < endMs - LOST_MAX_MS)).toEqual([])
    expect([recordSize(database).underWay, found(database, 'SELECT mint AS value FROM coin')]).toEqual([1, []])

    const restarted = await startServerProcess({ DATA_DIR: again, ...env })
    await eventually(() => recordSize(database).underWay === 0, 30_000)
    expect(await restarted.stop()).toBe(0)
    expect(found(database, 'SELECT fee_share_locked AS value FROM coin')).toEqual([1])
    expect(contradictions(database)).toEqual([])
  }, 120_000)
})
