import { SQL } from 'bun'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { Secret } from '../../src/lib/secret.ts'
import { emptyDatabase } from '../support/empty-database.ts'
import { eventually } from '../support/eventually.ts'
import { createLauncher } from '../support/launches.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { hasPgbouncer, startPgbouncer } from '../support/start-pgbouncer.ts'

const base = process.env.TEST_DATABASE_URL
const skipped = !base || !hasPgbouncer()
if (skipped) console.log('SKIPPED a pooler: set TEST_DATABASE_URL=postgres://… to a server without a password, and install pgbouncer')

const LAUNCHES = Number(process.env.POOLER_LAUNCHES ?? 40)

describe.skipIf(skipped)('decision "A database that is away": PgBouncer in transaction mode', () => {
  const folder = temporaryDataDir()
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let server: ServerProcess
  let direct: string
  beforeAll(async () => {
    direct = await emptyDatabase(base!)
    pooler = await startPgbouncer(direct)
    server = await startServerProcess({ DATA_DIR: folder.dataDir, DATABASE_URL: pooler.url, TRUSTED_PROXIES: '127.0.0.0/8' })
  })
  afterAll(async () => {
    await server.kill()
    await pooler.stop()
    folder.remove()
  })
  const ready = async () => (await fetch(`${server.url}/readyz`)).status === 200

  test('every launch comes to be, many at once, and it is ready', async () => {
    const launch = createLauncher()
    await eventually(ready)
    const statuses: (number | null)[] = []
    const caller = async () => {
      while (statuses.length < LAUNCHES) {
        const index = statuses.push(null) - 1
        statuses[index] = (await launch(server.url)).status
      }
    }
    await Promise.all(Array.from({ length: 8 }, caller))
    expect(statuses.filter((status) => status !== 201)).toEqual([])
    const sql = new SQL(direct, { max: 1 })
    expect(Number((await sql`select count(*) as n from coin`)[0].n)).toBe(LAUNCHES)
    await sql.end()
    expect(server.logged('request failed')).toBe(false)
    expect(await ready()).toBe(true)
  }, 180_000)

  test('a transaction whose client stopped is ended there too, by the limits that each transaction sets', async () => {
    const sql = new SQL(direct, { max: 1 })
    const { pid } = server
    const launch = createLauncher()
    const calls = Array.from({ length: 12 }, () => launch(server.url))
    const open = async () =>
      Number(
        (await sql`select count(*) as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)[0].n,
      )
    await eventually(
      async () => (await open()) > 0 && (process.kill(pid, 'SIGSTOP'), (await open()) > 0 || (process.kill(pid, 'SIGCONT'), false)),
    )
    await eventually(async () => (await open()) === 0, 10_000)
    process.kill(pid, 'SIGCONT')
    for (const { status } of await Promise.all(calls)) expect([201, 503]).toContain(status!)
    await eventually(ready)
    await sql.end()
  }, 120_000)

  test('doctor says so', async () => {
    const words = 'behind a pooler of transactions'
    const doctor = async (url: string) => (await runAgentLaunch(['doctor'], { DATA_DIR: folder.dataDir, DATABASE_URL: url })).out
    expect(await doctor(pooler.url)).toContain(words)
    expect(await doctor(direct)).not.toContain(words)
  })

  test('what others have finished is heard at whichever server of DATABASE_DIRECT_URL answers', async () => {
    const { username, host, pathname } = new URL(direct)
    const both = new Secret(`postgres://${username}@127.0.0.1:9,${host}${pathname}`)
    const [one, other] = [await openStorage(new Secret(direct)), await openStorage(new Secret(pooler.url), { directUrl: both })]
    let arrived = 0
    await eventually(async () => {
      const news = other.ends.hear('op_1')
      void news.arrived.then(() => (arrived += 1))
      one.ends.tell('op_1')
      return arrived > 0
    }, 10_000)
    await Promise.all([one.close(), other.close()])
  }, 20_000)

  test('without it the service is not ready', async () => {
    await pooler.stop()
    await eventually(async () => !(await ready()), 2_500)
  })
})
