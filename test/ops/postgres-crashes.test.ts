import { SQL } from 'bun'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Client } from 'pg'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { Secret } from '../../src/lib/secret.ts'
import { StorageFault } from '../../src/ports/storage/storage-fault.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { eventually } from '../support/eventually.ts'
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const skipped = !process.env.TEST_DATABASE_URL
if (skipped) console.log('SKIPPED crashes of PostgreSQL: set TEST_DATABASE_URL where PostgreSQL is installed; it starts one of its own')

describe.skipIf(skipped)('decision "A database that is away": each fault of a server that crashes is its own request’s', () => {
  let postgres: OwnPostgres
  let storage: Storage
  let proxy: TcpProxy
  /** Where the proxy leads. */
  let to: string
  beforeAll(async () => void (postgres = await startOwnPostgres()), 60_000)
  afterAll(() => postgres?.stop())
  beforeEach(async () => {
    to = postgres.url
    proxy = await startTcpProxy({
      host: '127.0.0.1',
      get port() {
        return Number(new URL(to).port)
      },
    })
    storage = await openStorage(new Secret(Object.assign(new URL(postgres.url), { port: String(proxy.port) }).href))
  })
  afterEach(async () => {
    await storage.close()
    await proxy.close()
  })

  const work = () => storage.transaction((tx) => tx.lock('free'))
  const codeOf = async (done: Promise<unknown>): Promise<string | null> => {
    const fault = await done.then(
      () => null,
      (error: unknown) => error,
    )
    if (fault === null) return null
    expect(fault).toBeInstanceOf(StorageFault)
    expect((fault as StorageFault).code).toBe('storage_unavailable')
    return String(((fault as StorageFault).cause as { code?: string }).code)
  }
  const worksAgain = () => eventually(async () => (await codeOf(work())) === null, 10_000)

  test('57P02 and 57P03: a killed process of the server ends all sessions, and while it recovers it takes none', async () => {
    const codes: (string | undefined)[] = []
    const watcher = new Client(postgres.url)
    watcher.on('error', () => {})
    watcher.on('notice', ({ code }) => codes.push(code))
    await watcher.connect()
    const other = new SQL(postgres.url, { max: 1 })
    const [{ pid }] = await other`select pg_backend_pid() as pid`
    const killed = storage.transaction(async (tx) => {
      await tx.lock('held')
      process.kill(pid, 'SIGKILL')
      await eventually(() => codes.length > 0)
      await tx.lock('next')
    })
    expect(await codeOf(killed)).toMatch(/^(57P02|CONNECTION_CLOSED)$/)
    expect(codes).toEqual(['57P02'])
    await worksAgain()
    await other.end()
    await watcher.end().catch(() => {})
  })

  test('57P03: a standby that takes no sessions', async () => {
    to = (await postgres.addStandby({ hot: false })).url
    await proxy.gone()
    await proxy.back()
    await eventually(async () => (await codeOf(work())) === '57P03')
    to = postgres.url
    await worksAgain()
  })

  test.each(['there', 'back'] as const)('08P01: a breach of the protocol on the way %s', async (way) => {
    await work()
    proxy.garble(way)
    expect(await codeOf(work())).toMatch(way === 'there' ? /^08P01$/ : /^CONNECTION_CLOSED$/)
    await worksAgain()
  })
})
