import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { runAgentLaunch } from '../support/run-command.ts'
import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess, temporaryDataDirs } from '../support/server-process.ts'

setDefaultTimeout(180_000)

const base = process.env.TEST_DATABASE_URL
if (!base) console.warn('SKIPPED the start of a replica beside others: TEST_DATABASE_URL is not set')

const { next: newFolder, removeAll } = temporaryDataDirs()
const servers: ServerProcess[] = []
const name = `replicas_${process.pid}_${Date.now()}`
const admin = base ? new SQL(base, { max: 1 }) : null
const urlOf = (changes: Partial<URL>) => Object.assign(new URL(base!), changes).href
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await admin?.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin?.unsafe(`DROP DATABASE IF EXISTS ${name}_foreign WITH (FORCE)`)
  await admin?.end()
  removeAll()
})

test.skipIf(!base)(
  'decision "The data is held by locks of the operating system": a replica that starts gives back nothing of another that lives: claims, payments, deliveries, the lead',
  async () => {
    await admin!.unsafe(`CREATE DATABASE ${name}`)
    const env = { DATABASE_URL: urlOf({ pathname: `/${name}` }), SECRET_KEY: 'K7pQ2vX9sLm4TzR8wYbN3cHd-K8qW1eU5iO', BACKUP_CRON: 'off' }
    const start = async () => {
      const server = await startServerProcess({ DATA_DIR: newFolder(), ...env })
      servers.push(server)
      return server
    }
    const first = await start()
    const sql = new SQL(env.DATABASE_URL, { max: 1 })
    const later = Date.now() + 3_600_000
    await sql`INSERT INTO idempotency (id, scope, key, fingerprint, operation_id, finished, expires_at_ms) VALUES ('i', 's', 'key-in-flight', 'f', NULL, 0, ${later})`
    await sql`INSERT INTO lease (name, holder, expires_at_ms) VALUES ('of-another', 'the first', ${later})`
    const held = async () => [
      ...(await sql`SELECT id, expires_at_ms FROM idempotency`),
      ...(await sql`SELECT holder FROM lease WHERE name = 'of-another'`),
      ...(await sql`SELECT holder FROM lease WHERE name = 'upkeep'`),
    ]
    await eventually(() => first.logged('this process leads'))
    const before = await held()
    expect(before).toHaveLength(3)
    await start()
    await (await start()).kill()
    await start()
    expect(await held()).toEqual(before)
    expect(servers.filter((server) => server.logged('this process leads'))).toEqual([first])
    await sql.end()
  },
)

test.skipIf(!base)(
  'decision "What keeps a start from happening": a database of another program, one that is not there and one that this user may not use are told, by serve and doctor',
  async () => {
    await admin!.unsafe(`CREATE DATABASE ${name}_foreign`)
    const foreign = urlOf({ pathname: `/${name}_foreign` })
    const sql = new SQL(foreign, { max: 1 })
    await sql`CREATE TABLE notes (text text)`
    for (const [url, words] of [
      [foreign, 'has tables of another program'],
      [urlOf({ pathname: `/${name}_nowhere` }), 'has no database of that name'],
      [urlOf({ username: 'nobody_of_that_name' }), 'refuses the user or password'],
    ] as const) {
      const env = { DATA_DIR: newFolder(), DATABASE_URL: url, PORT: '9' }
      const served = await runAgentLaunch(['serve'], env)
      expect([served.code, served.out]).toEqual([1, ''])
      expect(served.err).toContain(words)
      const examined = await runAgentLaunch(['doctor'], env)
      expect(examined.code).toBe(1)
      expect(examined.out).toContain(words)
    }
    expect(
      (await sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`).map((row: { tablename: string }) => row.tablename),
    ).toEqual(['notes'])
    await sql.end()
  },
)
