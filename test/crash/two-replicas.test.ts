import { afterAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { newPerson } from '../support/test-app.ts'
import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { seedCoins } from '../support/seed-coins.ts'

const base = process.env.TEST_DATABASE_URL
if (!base) console.warn('SKIPPED two replicas on one PostgreSQL: TEST_DATABASE_URL is not set')

const COINS = 60
const TAKEOVER_MS = 60_000

describe.skipIf(!base)('decision "One replica leads": two servers on one PostgreSQL', () => {
  const name = `upkeep_${process.pid}_${Date.now()}`
  const admin = base ? new SQL(base, { max: 1 }) : null
  const url = base ? Object.assign(new URL(base), { pathname: `/${name}` }).href : ''
  const { dataDir, remove } = temporaryDataDir()
  const servers: ServerProcess[] = []
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await admin?.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin?.end()
    remove()
  })

  test(
    'one leads at a time, the other takes over within a minute of a kill -9, and each coin is paid once',
    async () => {
      await admin!.unsafe(`CREATE DATABASE ${name}`)
      const env = { DATA_DIR: dataDir, DATABASE_URL: url, CRANK_CRON: '*/2 * * * * *', CRANK_PAYER_KEY: newPerson().secret }
      await seedCoins(env, COINS)
      const sql = new SQL(url, { max: 2 })
      const paid = async () => Number((await sql`SELECT count(DISTINCT signature) AS paid FROM remit`)[0]!.paid)
      servers.push(...(await Promise.all([startServerProcess(env), startServerProcess(env)])))
      await eventually(async () => (await paid()) >= 5)
      const leaders = () => servers.filter((server) => server.logged('this process leads'))
      expect(leaders()).toHaveLength(1)
      const [first] = leaders()
      const follower = servers.find((server) => server !== first)!
      await first!.kill()
      const killedAt = performance.now()
      expect(follower.logged('this process leads')).toBe(false)
      await eventually(() => follower.logged('this process leads'), TAKEOVER_MS)
      console.info(`takeover after ${Math.round(performance.now() - killedAt)} ms`)
      await eventually(async () => (await paid()) === COINS)
      // A third finds the lead taken, at each of the times at which the leader begins a pass.
      servers.push(await startServerProcess(env))
      const lastBegan = async () => Number((await sql`SELECT last_started_at_ms AS began FROM job_run WHERE name = 'crank'`)[0]!.began)
      for (let pass = 0; pass < 3; pass += 1) {
        const before = await lastBegan()
        await eventually(async () => (await lastBegan()) > before)
      }
      expect(servers[2]!.logged('this process leads')).toBe(false)
      const twice = await sql`SELECT mint FROM remit GROUP BY mint HAVING count(DISTINCT signature) > 1`
      expect(twice.length).toBe(0)
      expect(Number((await sql`SELECT count(*) AS runs FROM operation WHERE kind = 'crank' AND state = 'done'`)[0]!.runs)).toBe(COINS)
      await sql.end()
    },
    3 * TAKEOVER_MS,
  )
})
