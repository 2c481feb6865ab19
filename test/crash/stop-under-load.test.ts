import { afterAll, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { contradictions } from '../support/check-record.ts'
import { type LoadedRequest, startHttpLoad } from '../support/http-load.ts'
import { rawConnection } from '../support/raw-http.ts'
import { eventually } from '../support/eventually.ts'
import { startServerProcess, temporaryDataDirs } from '../support/server-process.ts'

const AGENTS = 30
const READERS = 20
const ROUNDS = 3
const STOP_MAX_MS = 30_000
const { next: folder, removeAll } = temporaryDataDirs()
afterAll(removeAll)

const env = (dataDir: string) => ({ DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.0/8', BACKUP_CRON: 'off' })

function mintsIn(dataDir: string): Set<string> {
  const db = new Database(join(dataDir, 'service.db'), { readonly: true, strict: true })
  const mints = db.query<{ mint: string }, []>('SELECT mint FROM coin').all()
  db.close()
  return new Set(mints.map(({ mint }) => mint))
}

const countBy = (requests: readonly LoadedRequest[], name: (request: LoadedRequest) => string) => {
  const counts: Record<string, number> = {}
  for (const request of requests) counts[name(request)] = (counts[name(request)] ?? 0) + 1
  return counts
}

describe('decision "Stopping": stopping under load', () => {
  test(
    'behind a proxy that asks /readyz every request has its whole answer, and what was answered 201 is there after the restart',
    async () => {
      const dataDir = folder()
      const launched = new Set<string>()
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = await startServerProcess(env(dataDir))
        const load = startHttpLoad(server.url, { agents: AGENTS, readers: READERS, behindProxy: true })
        await eventually(() => load.requests.length > AGENTS * 8 && load.launchesUnderWay() >= AGENTS / 3, 60_000)
        const before = load.requests.length
        const stoppedAt = performance.now()
        expect(await server.stop()).toBe(0)
        const tookMs = performance.now() - stoppedAt
        await load.ended

        const ends = countBy(load.requests, ({ outcome }) => outcome.end)
        const afterwards = load.requests.slice(before)
        const lost = load.requests.filter(({ outcome }) => outcome.end === 'lost')
        console.log(
          `stopped in ${Math.round(tookMs)} ms: ${before} answered before, ${JSON.stringify(countBy(afterwards, ({ what, outcome }) => `${what} ${outcome.end}`))}`,
        )
        expect(lost).toEqual([])
        expect(tookMs).toBeLessThan(STOP_MAX_MS)
        // It was under load: requests were still answered after the signal, slow launches among them, and whoever goes when
        // /readyz says so finds no closed door.
        expect(afterwards.filter(({ what, outcome }) => what === 'launch' && outcome.end === 'answered').length).toBeGreaterThan(0)
        expect(ends.refused ?? 0).toBe(0)
        expect(await rawConnection(server.url)).toBeNull()
        const statuses = load.requests.flatMap(({ what, outcome }) => (what === 'launch' && outcome.end === 'answered' ? [outcome] : []))
        expect(statuses.filter(({ status }) => ![201, 202].includes(status))).toEqual([])
        for (const { body } of statuses) launched.add(body.mint as string)
        const mints = mintsIn(dataDir)
        expect([...launched].filter((mint) => !mints.has(mint))).toEqual([])
      }
      const server = await startServerProcess(env(dataDir))
      for (const mint of [...launched].slice(-20)) {
        expect((await fetch(`${server.url}/api/coins/${mint}`, { headers: { 'x-forwarded-for': mint.slice(0, 4) } })).status).toBe(200)
      }
      await server.stop()
      expect(contradictions(join(dataDir, 'service.db'))).toEqual([])
    },
    { timeout: 300_000 },
  )

  test('connections that nobody uses do not keep it: a half-sent request is waited for a moment only', async () => {
    const server = await startServerProcess(env(folder()))
    const idle = (await rawConnection(server.url))!
    expect(await idle.send('GET', '/healthz', {})).toMatchObject({ end: 'answered', status: 200, closes: false })
    const silent = (await rawConnection(server.url))!
    const stopping = server.stop()
    expect(await stopping).toBe(0)
    expect(await rawConnection(server.url)).toBeNull()
    idle.close()
    silent.close()
  })

  test('a request on a kept connection that comes after the signal is answered, and told to come back on another', async () => {
    const server = await startServerProcess(env(folder()))
    const kept = (await rawConnection(server.url))!
    expect(await kept.send('GET', '/readyz', {})).toMatchObject({ status: 200, closes: false })
    const slow = (await rawConnection(server.url))!
    const stopping = server.stop()
    // The first that says so is sure to have come after the signal.
    let answer = await kept.send('GET', '/readyz', {})
    while (answer.end === 'answered' && !answer.closes) answer = await kept.send('GET', '/readyz', {})
    expect(answer).toMatchObject({ end: 'answered', status: 503, closes: true, body: { errors: [{ path: '/process' }] } })
    expect(await stopping).toBe(0)
    slow.close()
  })
})
