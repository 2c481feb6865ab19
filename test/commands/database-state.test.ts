import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { eventually } from '../support/eventually.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess, temporaryDataDirs } from '../support/server-process.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { newPerson } from '../support/test-app.ts'

setDefaultTimeout(180_000)

const base = process.env.TEST_DATABASE_URL
if (!base) console.warn('SKIPPED what is said of a PostgreSQL that cannot be served: TEST_DATABASE_URL is not set')

const { next: newFolder, removeAll } = temporaryDataDirs()
const admin = base ? new SQL(base, { max: 1 }) : null
const name = (of: string) => `state_${of}_${process.pid}`
const urlOf = (of: string, changes: Partial<URL> = {}) => Object.assign(new URL(base!), { pathname: `/${name(of)}`, ...changes }).href
const servers: ServerProcess[] = []
const made: string[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  for (const of of made) await admin!.unsafe(`DROP DATABASE IF EXISTS ${name(of)} WITH (FORCE)`)
  await admin?.unsafe(`DROP ROLE IF EXISTS ${name('few')}`)
  await admin?.end()
  removeAll()
})

const create = async (of: string, how = '') => {
  made.push(of)
  await admin!.unsafe(`CREATE DATABASE ${name(of)} ${how}`)
}
const envOf = (url: string, more: Record<string, string> = {}) => ({ DATA_DIR: newFolder(), DATABASE_URL: url, PORT: '0', ...more })
/** Starts once, so that the tables are there. */
const served = async (env: Record<string, string>) => {
  const server = await startServerProcess(env)
  servers.push(server)
  return server
}
/** What serve and doctor say of it; serve does not start. */
const refused = async (env: Record<string, string>, words: string) => {
  const serve = await runAgentLaunch(['serve'], env)
  expect([serve.code, serve.out]).toEqual([1, ''])
  expect(serve.err).toContain(words)
  const doctor = await runAgentLaunch(['doctor'], env)
  expect(doctor.code).toBe(1)
  expect(doctor.out).toContain(words)
}

describe.skipIf(!base)(
  'decision "What keeps a start from happening": of a PostgreSQL that cannot be served, one sentence at start and by doctor',
  () => {
    test('another encoding', async () => {
      await create('ascii', "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
      await refused(envOf(urlOf('ascii')), 'the database has the encoding SQL_ASCII')
    })

    test('indexes that an older version of the collation sorted', async () => {
      await create('icu', "ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en' TEMPLATE template0")
      await (await served(envOf(urlOf('icu')))).kill()
      await admin!.unsafe(`UPDATE pg_database SET datcollversion = '0' WHERE datname = '${name('icu')}'`)
      await refused(envOf(urlOf('icu')), 'sorted by an older version of the collation en')
    })

    test('a database that takes no writes', async () => {
      await create('read')
      await (await served(envOf(urlOf('read')))).kill()
      await admin!.unsafe(`ALTER DATABASE ${name('read')} SET default_transaction_read_only = on`)
      await refused(envOf(urlOf('read')), 'the database is read-only')
      const { host } = new URL(urlOf('read'))
      await refused(envOf(urlOf('read').replace(host, `${host},${host}`)), 'takes no writes: name the server that leads')
    })

    test('too few connections are told, and the service starts', async () => {
      await create('few')
      await admin!.unsafe(`CREATE ROLE ${name('few')} LOGIN CONNECTION LIMIT 9`)
      await admin!.unsafe(`ALTER DATABASE ${name('few')} OWNER TO ${name('few')}`)
      const env = envOf(urlOf('few', { username: name('few') }))
      expect((await runAgentLaunch(['doctor'], env)).out).toMatch(/PostgreSQL has [0-9] connections left, and a replica opens up to 13/)
      const server = await served(env)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    })

    test('a full disk is told', async () => {
      const disk = mountSmallDisk(64)
      if (!disk) return console.warn('SKIPPED a full disk of PostgreSQL: this user may not mount one')
      try {
        Bun.spawnSync(['chown', 'postgres', disk.folder])
        await admin!.unsafe(`CREATE TABLESPACE ${name('small')} LOCATION '${disk.folder}'`)
        await create('full', `TABLESPACE ${name('small')}`)
        const env = envOf(urlOf('full'))
        await (await served(env)).kill()
        expect((await runAgentLaunch(['doctor'], env)).out).not.toContain('the disk of PostgreSQL is full')
        // What the server's own workers give back meanwhile is taken too.
        await eventually(async () => {
          disk.fill()
          return (await runAgentLaunch(['doctor'], env)).out.includes('the disk of PostgreSQL is full')
        }, 60_000)
        disk.empty()
        await admin!.unsafe(`DROP DATABASE ${name('full')} WITH (FORCE)`)
        await admin!.unsafe(`DROP TABLESPACE ${name('small')}`)
      } finally {
        disk.unmount()
      }
    })
  },
)

test.skipIf(!base)(
  'decision "What replicas agree on": another approver, treasury or sealing key is refused until `settings --agree`',
  async () => {
    await create('agreed')
    const [one, other] = [newPerson().wallet, newPerson().wallet]
    const shared = { DATABASE_URL: urlOf('agreed'), APPROVER_WALLETS: one, SECRET_KEY: 'K7pQ2vX9sLm4TzR8wYbN3cHd-K8qW1eU5iO' }
    const env = (more: Record<string, string>) => ({ DATA_DIR: newFolder(), PORT: '0', ...shared, ...more })
    await served(env({}))
    await refused(env({ APPROVER_WALLETS: other }), 'APPROVER_WALLETS is not what the replicas of this database have')
    await refused(env({ TREASURY_WALLET: other }), 'TREASURY_WALLET is not what the replicas of this database have')
    await refused(env({ SECRET_KEY: 'Zq4mV7xT1bN8sLc2KpRw9YdH-J6fG3aE5uQ' }), 'SECRET_KEY is not what the replicas of this database have')
    await (await served(env({}))).kill()
    expect((await runAgentLaunch(['settings', '--agree'], env({ APPROVER_WALLETS: `${other},${one}` }))).code).toBe(0)
    await served(env({ APPROVER_WALLETS: `${one},${other}` }))
    await refused(env({}), 'APPROVER_WALLETS is not what the replicas of this database have')
    // What a simulated service has where nothing is set is no other setting.
    expect((await runAgentLaunch(['settings', '--agree'], env({ APPROVER_WALLETS: '' }))).code).toBe(0)
    await served(env({ APPROVER_WALLETS: '' }))
    const sql = new SQL(shared.DATABASE_URL, { max: 1 })
    const stored = JSON.stringify(await sql`SELECT * FROM agreed_setting`)
    expect(stored).not.toContain(shared.SECRET_KEY)
    await sql.end()
  },
)
