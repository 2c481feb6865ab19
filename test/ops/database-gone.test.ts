import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { emptyDatabase } from '../support/empty-database.ts'
import { eventually } from '../support/eventually.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { pngBytes } from '../support/test-app.ts'

const url = process.env.TEST_DATABASE_URL
if (!url) console.log('SKIPPED a database that is gone: set TEST_DATABASE_URL=postgres://… to a server it may make databases on')

const KEY = 'operator-key-of-the-tests'

describe.skipIf(!url)('decision "A database that is away": a database that is gone', () => {
  let server: ServerProcess
  let proxy: TcpProxy
  let folder: ReturnType<typeof temporaryDataDir>
  beforeEach(async () => {
    folder = temporaryDataDir()
    const direct = new URL(await emptyDatabase(url!))
    proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) })
    const databaseUrl = Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(proxy.port) }).href
    server = await startServerProcess({ DATA_DIR: folder.dataDir, DATABASE_URL: databaseUrl, OPERATOR_API_KEY: KEY })
  })
  afterEach(async () => {
    await server.kill()
    await proxy.close()
    folder.remove()
  })

  const launcher = newKeyPair()
  const member = toBase58(newKeyPair().publicKey)
  const coin = (changes = {}) => ({
    name: 'Night Market Frog',
    ticker: 'NMFROG',
    imageBase64: toBase64(pngBytes()),
    crew: [{ handle: '@one', wallet: member, share: 100 }],
    ...changes,
  })
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const startedMs = performance.now()
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'x-svc-api-key': KEY, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const json = (await response.json()) as any
    return { status: response.status, body: json, retryAfter: response.headers.get('retry-after'), tookMs: performance.now() - startedMs }
  }
  const dryRun = () => call('POST', '/api/agent/launch/dry-run', coin())
  const launch = (changes = {}, headers = {}) =>
    call('POST', '/api/agent/launch', coin(changes), { 'x-launcher-key': toBase58(launcher.secretKey.reveal()), ...headers })
  const ready = async () => (await call('GET', '/readyz')).status === 200
  const gone = { status: 503, retryAfter: '5', body: { code: 'storage_unavailable' } }

  test.each(['gone', 'silent'] as const)(
    '%s: each call has its own clear answer, and all goes on when it is back',
    async (how) => {
      const received: string[] = []
      const receiver = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: async (request) => {
          received.push(((await request.json()) as { type: string }).type)
          return new Response()
        },
      })
      await call('POST', '/api/webhooks', { url: `http://127.0.0.1:${receiver.port}/`, events: ['launch.created'] })
      expect((await dryRun()).status).toBe(200)
      const headers = { 'x-idempotency-key': 'under-way-when-gone' }
      const underWay = launch({ ticker: 'XSLOW' }, headers)
      await eventually(async () => (await call('GET', '/api/agent/launches')).body.launches.some((row: any) => row.state === 'broadcast'))

      await proxy[how]()
      const many = <Result>(count: number, work: (index: number) => Result) => Array.from({ length: count }, (_, index) => work(index))
      const calls = [
        ...many(20, () => call('GET', '/api/coins')),
        ...many(20, dryRun),
        ...many(3, (index) => launch({ ticker: `T${index}X` })),
      ]
      const answers = await Promise.all(calls)
      for (const answer of answers) expect(answer).toMatchObject(gone)
      expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(30_000)
      expect(await call('GET', '/readyz')).toMatchObject({
        status: 503,
        body: { detail: expect.stringContaining('the database does not answer') },
      })
      expect((await call('GET', '/healthz')).status).toBe(200)

      await proxy.back()
      await eventually(ready)
      expect((await dryRun()).status).toBe(200)
      // What was under way came to its end: in its own answer, or for whoever asks again with its key.
      const ended = await underWay
      if (ended.status !== 201) expect(ended).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
      await eventually(async () => (await call('GET', '/api/coins')).body.coins?.length === 1, 60_000, 250)
      expect(await launch({ ticker: 'XSLOW' }, headers)).toMatchObject({ status: 201 })
      await eventually(() => received.length === 1)
      // Those that were refused left nothing.
      expect((await call('GET', '/api/agent/launches')).body.launches).toHaveLength(1)
      expect(server.logged('request failed')).toBe(false)
      await receiver.stop(true)
    },
    180_000,
  )
})
