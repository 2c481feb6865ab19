import { afterAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { newPerson } from '../support/test-app.ts'
import { eventually, type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { seedCoins } from '../support/seed-coins.ts'

const base = process.env.TEST_DATABASE_URL
if (!base) console.warn('SKIPPED two replicas on one PostgreSQL: TEST_DATABASE_URL is not set')

const COINS = 60
const TAKEOVER_MS = 60_000

describe.skipIf(!base)('two servers on one PostgreSQL', () => {
  const name = `upkeep_${process.pid}_${Date.now()}`
  const admin = base ? postgres(base, { max: 1, onnotice: () => {} }) : null
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
    'issue 4: one leads at a time, the other takes over within a minute of a kill -9, and each coin is paid once',
    async () => {
      await admin!.unsafe(`CREATE DATABASE ${name}`)
      const env = { DATA_DIR: dataDir, DATABASE_URL: url, CRANK_CRON: '*/2 * * * * *', CRANK_PAYER_KEY: newPerson().secret }
      await seedCoins(env, COINS)
      const sql = postgres(url, { max: 2, onnotice: () => {} })
      const paid = async () => Number((await sql`SELECT count(DISTINCT signature) AS paid FROM remit`)[0]!.paid)
      const leader = async () => (await sql`SELECT holder FROM lease WHERE expires_at_ms > ${Date.now()}`)[0]?.holder as string | undefined
      servers.push(...(await Promise.all([startServerProcess(env), startServerProcess(env)])))
      await eventually(async () => (await paid()) >= 5, 20_000)
      const first = await leader()
      expect(first).toBeString()
      // Which of the two it is shows when one dies: the lease of a living leader goes on.
      await servers[0]!.kill()
      const before = performance.now()
      const heldUntil = async () => Number((await sql`SELECT expires_at_ms AS until FROM lease`)[0]!.until)
      const until = await heldUntil()
      await eventually(async () => (await heldUntil()) > until, TAKEOVER_MS)
      const tookMs = Math.round(performance.now() - before)
      const second = await leader()
      await eventually(async () => (await paid()) === COINS, 30_000)
      if (second === first) {
        // The one that died did not lead: now the leader dies, and a new process succeeds it.
        servers.push(await startServerProcess(env))
        await servers[1]!.kill()
        const killedAt = performance.now()
        await eventually(async () => ![first, undefined].includes(await leader()), TAKEOVER_MS)
        console.info(`takeover after ${Math.round(performance.now() - killedAt)} ms`)
      } else console.info(`takeover after ${tookMs} ms`)
      const twice = await sql`SELECT mint FROM remit GROUP BY mint HAVING count(DISTINCT signature) > 1`
      expect(twice.length).toBe(0)
      expect(Number((await sql`SELECT count(*) AS runs FROM operation WHERE kind = 'crank' AND state = 'done'`)[0]!.runs)).toBe(COINS)
      await sql.end()
    },
    3 * TAKEOVER_MS,
  )
})
