import { SQL } from 'bun'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { createLauncher, type LaunchAnswer } from '../support/launches.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'

const skipped = !process.env.TEST_DATABASE_URL
if (skipped)
  console.log('SKIPPED a campaign of database faults: set TEST_DATABASE_URL where PostgreSQL is installed; it starts one of its own')

/** Of each kind of fault. `CAMPAIGN_ROUNDS=100` is the long form. */
const ROUNDS = Number(process.env.CAMPAIGN_ROUNDS ?? 3)
const CALLERS = 4
const BACK_MS = 5_000

const folder = temporaryDataDir()
let postgres: OwnPostgres
let servers: ServerProcess[] = []
beforeAll(async () => {
  if (skipped) return
  postgres = await startOwnPostgres()
  const env = { DATA_DIR: folder.dataDir, DATABASE_URL: postgres.url, TRUSTED_PROXIES: '127.0.0.0/8' }
  servers = [await startServerProcess(env), await startServerProcess(env)]
}, 60_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await postgres?.stop()
  folder.remove()
})

const admin = async <Result>(work: (sql: SQL) => Promise<Result>): Promise<Result> => {
  const sql = new SQL(postgres.url, { max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

test.skipIf(skipped)(
  'decision "A database that is away": launches over two replicas while the database restarts and sessions are ended',
  async () => {
    const answers: LaunchAnswer[] = []
    const launched = servers.map(() => 0)
    let over = false
    const launch = createLauncher()
    const caller = async (replica: number) => {
      while (!over) {
        const answer = await launch(servers[replica]!.url)
        answers.push(answer)
        if (answer.status === 201) launched[replica]! += 1
      }
    }
    const callers = servers.flatMap((_server, replica) => Array.from({ length: CALLERS }, () => caller(replica)))
    const backMs: Record<string, number> = {}
    /** Each of these replicas launches again; what it had under way when the fault came is not counted. */
    const back = async (fault: string, replicas: readonly number[]) => {
      const startedMs = performance.now()
      const before = [...launched]
      await eventually(() => replicas.every((replica) => launched[replica]! > before[replica]! + CALLERS))
      backMs[fault] = Math.max(backMs[fault] ?? 0, Math.round(performance.now() - startedMs))
    }
    await back('start', [0, 1])
    for (let round = 0; round < ROUNDS; round += 1) {
      await postgres.restart()
      await back('restart', [0, 1])
      await admin(
        (sql) =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      await back('sessions ended', [0, 1])
    }
    over = true
    await Promise.all(callers)
    const count = (status: number | null) => answers.filter((answer) => answer.status === status).length
    console.info(`${answers.length} calls: ${count(201)} launched, ${count(503)} refused; back after ${JSON.stringify(backMs)} ms`)
    // No process ended, no error of the service's own, and every coin that was told is in the books.
    expect([...new Set(answers.map(({ status, code }) => `${status} ${status === 201 ? '' : code}`))].toSorted()).toEqual(
      expect.not.arrayContaining(['null null', '500 internal_error']),
    )
    for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const kept = new Set(await admin(async (sql) => (await sql`select mint from coin`).map((row: { mint: string }) => row.mint)))
    expect(answers.filter(({ status, mint }) => status === 201 && !kept.has(mint!))).toEqual([])
    expect([...new Set(answers.map(({ status }) => status))].every((status) => status === 201 || status === 503)).toBe(true)
    for (const fault of Object.keys(backMs)) expect({ fault, ms: backMs[fault]! < BACK_MS }).toEqual({ fault, ms: true })
  },
  60_000 + ROUNDS * 60_000,
)
