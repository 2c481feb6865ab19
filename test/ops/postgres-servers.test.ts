import { SQL } from 'bun'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { postgresServers } from '../../src/adapters/storage/postgres/postgres-servers.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { eventually } from '../support/eventually.ts'
import { createLauncher } from '../support/launches.ts'
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'

setDefaultTimeout(180_000)

describe('decision "A database that is away": several servers in DATABASE_URL', () => {
  test('are read as PostgreSQL’s own clients read them', () => {
    const { urls, current, leave } = postgresServers(
      'postgres://u:p%40@one:5433,[::1],two/name?target_session_attrs=read-write&sslmode=require',
    )
    expect(urls).toEqual(['one:5433', '[::1]', 'two'].map((host) => `postgres://u:p%40@${host}/name?sslmode=require`))
    const first = current()
    leave(first)
    leave(first)
    expect([first, current()]).toEqual([
      { host: 'one', port: 5433 },
      { host: '::1', port: 5432 },
    ])
    const single = 'postgres://u@one/name'
    expect(postgresServers(single).urls).toEqual([single])
    const read = (attributes: string) => () => readConfig({ DATABASE_URL: `postgres://u@one,two/name?target_session_attrs=${attributes}` })
    expect(read('primary')).not.toThrow()
    expect(read('standby')).toThrow('target_session_attrs=standby')
  })

  test.each(['postgres://u:hunter/2222@db/x', 'postgres://u:hunter2222@one:5432,two:99999/x', 'postgres://u:hunter#2222@db/x'])(
    'refuses %s as a database, without its password',
    (url) => {
      for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'])
        expect(() => readConfig({ [name]: url })).toThrow(new RegExp(`^(?!.*hunter)[^]*${name}`))
    },
  )

  test.each([
    'postgres:///x?host=/run/postgresql',
    'postgres://u:p@/x?host=/tmp',
    'postgres://u:p%2Fq@[::1]:5432/x',
    'postgresql://one,two',
  ])('takes %s as a database', (url) => expect(readConfig({ DATABASE_URL: url }).data.databaseUrl.reveal()).toBe(url))

  describe('of which one is a standby', () => {
    const folder = temporaryDataDir()
    let postgres: OwnPostgres
    beforeAll(async () => void (postgres = await startOwnPostgres()))
    afterAll(async () => {
      await postgres.stop()
      folder.remove()
    })

    test('the one that takes writes is used, and the promoted standby is found with every row that was acknowledged', async () => {
      const [leader, standby] = [new URL(postgres.url), new URL((await postgres.addStandby()).url)]
      const both = postgres.url.replace(leader.host, `${standby.host},${leader.host}`)
      const server = await startServerProcess({
        DATA_DIR: folder.dataDir,
        DATABASE_URL: `${both}?target_session_attrs=read-write`,
        TRUSTED_PROXIES: '127.0.0.0/8',
      })
      const claim = async () => {
        const answer = await fetch(`${server.url}/api/agent/keys/claim`, { method: 'POST', body: '{}' })
        return { status: answer.status, key: ((await answer.json()) as { key?: string }).key ?? '' }
      }
      const known = async (key: string) => (await fetch(`${server.url}/api/agent/launches`, { headers: { 'x-svc-api-key': key } })).status
      const launch = createLauncher()
      // Whoever waits for a launch opens the session.
      const listening = async (leader: string) => {
        const sql = new SQL(leader, { max: 1 })
        await eventually(async () => {
          await launch(server.url)
          return (await sql`select 1 from pg_stat_activity where query = 'listen operation_ended'`).length === 1
        }, 30_000)
        await sql.end()
      }
      try {
        const before = await claim()
        expect(before.status).toBe(201)
        await listening(postgres.url)
        await postgres.failOver()
        await eventually(async () => (await claim()).status === 201, 30_000)
        expect(await known(before.key)).toBe(200)
        await listening(postgres.url)
      } finally {
        await server.kill()
      }
    })
  })
})
