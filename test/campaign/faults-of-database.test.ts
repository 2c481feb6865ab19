import { SQL } from 'bun'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { emptyDatabase } from '../support/empty-database.ts'
import { eventually } from '../support/eventually.ts'
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { freeze } from './freeze.ts'
import { type PacedAnswer, type PacedLaunches, startPacedLaunches } from './paced-launches.ts'

const skipped = !process.env.TEST_DATABASE_URL
if (skipped)
  console.log('SKIPPED a campaign of database faults: set TEST_DATABASE_URL where PostgreSQL is installed; it starts one of its own')

/** Restarts, and rounds of ended sessions. `CAMPAIGN_ROUNDS=100` is the long form. */
const ROUNDS = Number(process.env.CAMPAIGN_ROUNDS ?? 2)
/** What takes how long is held by the long form, on a machine that does nothing else; the short one prints it. */
const TIMED = process.env.CAMPAIGN_ROUNDS !== undefined
/** Freezes, and promotions of a standby. */
const FEW = Math.ceil(ROUNDS / 5)
const FREEZE_MS = ROUNDS < 100 ? 8_000 : 60_000
const PER_SECOND = 10
const BACK_MS = 5_000
const BOTH = [0, 1]

/** Two replicas under load, and what a test does to them. */
interface Scene {
  readonly launches: PacedLaunches
  readonly replicas: readonly ServerProcess[]
  readonly dataDir: string
  readonly admin: <Result>(work: (sql: SQL) => Promise<Result>) => Promise<Result>
  /** Has a fault made and ended; both launch again in time, counted from its begin. */
  survives(fault: () => Promise<unknown>): Promise<void>
  /** Both launch again in time, counted from now. */
  backAfter(event: string): Promise<void>
}

describe.skipIf(skipped)('decision "A database that is away": two replicas launch on while', () => {
  let postgres: OwnPostgres
  beforeAll(async () => void (postgres = await startOwnPostgres()), 60_000)
  afterAll(() => postgres?.stop())

  /** `work` while coins are launched at both replicas; then what was answered, which processes live, and the books. */
  const underLoad = async (name: string, work: (scene: Scene) => Promise<readonly Frozen[] | void>) => {
    const folder = temporaryDataDir()
    const { pathname } = new URL(await emptyDatabase(postgres.url))
    // Reaches whoever leads.
    const balancer = await startTcpProxy({
      host: '127.0.0.1',
      get port() {
        return Number(new URL(postgres.url).port)
      },
    })
    const urlOf = (port: number | string) => Object.assign(new URL(postgres.url), { pathname, port: String(port) }).href
    const env = { DATA_DIR: folder.dataDir, DATABASE_URL: urlOf(balancer.port), TRUSTED_PROXIES: '127.0.0.0/8' }
    const replicas = [await startServerProcess(env), await startServerProcess(env)]
    const launches = startPacedLaunches(
      replicas.map(({ url }) => url),
      { perSecond: PER_SECOND },
    )
    const admin: Scene['admin'] = async (ask) => {
      const sql = new SQL(urlOf(new URL(postgres.url).port), { max: 1 })
      try {
        return await ask(sql)
      } finally {
        await sql.end()
      }
    }
    const returns: Return[] = []
    const backAfter = async (event: string, startedMs = performance.now()) => {
      await launches.launchedAgain(BOTH)
      returns.push({ event, ms: Math.round(performance.now() - startedMs) })
    }
    const survives: Scene['survives'] = async (fault) => {
      const startedMs = performance.now()
      await fault()
      await backAfter('a fault', startedMs)
    }
    try {
      await launches.launchedAgain(BOTH)
      const frozen = (await work({ launches, replicas, dataDir: folder.dataDir, admin, survives, backAfter })) ?? []
      const answers = await launches.end()
      console.info(figures(name, answers, returns))
      // No process ended, no error of the service's own, and every coin that was told is in the books.
      for (const { url } of replicas) expect((await fetch(`${url}/readyz`)).status).toBe(200)
      expect(
        answers.filter((answer) => answer.status !== 201 && answer.code !== 'storage_unavailable' && !wasFrozen(answer, frozen)),
      ).toEqual([])
      const kept = new Set(await admin(async (sql) => (await sql`select mint from coin`).map((row: { mint: string }) => row.mint)))
      expect(answers.filter(({ status, mint }) => status === 201 && !kept.has(mint!))).toEqual([])
      if (TIMED) expect(returns.filter(({ ms }) => ms > BACK_MS)).toEqual([])
    } finally {
      await Promise.all(replicas.map((replica) => replica.kill()))
      await launches.end()
      await balancer.close()
      folder.remove()
    }
  }

  test(
    'the database restarts',
    () =>
      underLoad('restarts', async ({ survives }) => {
        for (let round = 0; round < ROUNDS; round += 1) await survives(() => postgres.restart())
      }),
    60_000 + ROUNDS * 30_000,
  )

  test(
    'all sessions are ended',
    () =>
      underLoad('ended sessions', async ({ survives, admin }) => {
        const endAll = (sql: SQL) =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`
        for (let round = 0; round < ROUNDS; round += 1) await survives(() => admin(endAll))
      }),
    60_000 + ROUNDS * 30_000,
  )

  test(
    'a standby is promoted',
    () =>
      underLoad('promotions', async ({ backAfter }) => {
        for (let round = 0; round < FEW; round += 1) {
          await postgres.addStandby()
          await backAfter('a standby')
          await postgres.failOver()
          await backAfter('a promotion')
        }
      }),
    60_000 + FEW * 60_000,
  )

  test(
    'one of them is frozen: the other keeps nine tenths of its pace after 5 s',
    () =>
      underLoad('freezes', async ({ launches, replicas, dataDir, backAfter }) => {
        const frozen: Frozen[] = []
        for (let round = 0; round < FEW; round += 1) {
          const [stopped, other] = round % 2 === 0 ? [0, 1] : [1, 0]
          const { pid } = replicas[stopped]!
          const fromMs = await freeze(pid, dataDir)
          await eventually(() => performance.now() > fromMs + FREEZE_MS, FREEZE_MS + 60_000, 10)
          process.kill(pid, 'SIGCONT')
          frozen.push({ replica: stopped, other, fromMs, toMs: performance.now() })
          await backAfter('a freeze')
        }
        const paces = frozen.map((freeze) => paceOfOther(freeze, launches.answers))
        console.info(`freezes: the other launched ${paces.map((pace) => pace.toFixed(1)).join(', ')} a second of ${PER_SECOND}`)
        if (TIMED) expect(paces.filter((pace) => pace < PER_SECOND * 0.9)).toEqual([])
        return frozen
      }),
    60_000 + FEW * (FREEZE_MS + 60_000),
  )
})

interface Return {
  readonly event: string
  readonly ms: number
}

interface Frozen {
  readonly replica: number
  readonly other: number
  readonly fromMs: number
  readonly toMs: number
}

/** How many of the calls that the other replica got while one was frozen, but for the first seconds, it launched a second. */
function paceOfOther({ other, fromMs, toMs }: Frozen, answers: readonly PacedAnswer[]): number {
  const sinceMs = fromMs + BACK_MS
  const launched = answers.filter(
    ({ replica, status, begunMs, endedMs }) => replica === other && status === 201 && begunMs > sinceMs && endedMs < begunMs + BACK_MS,
  )
  return launched.filter(({ begunMs }) => begunMs < toMs).length / ((toMs - sinceMs) / 1_000)
}

/** Whoever called one that was frozen may have got no answer at all, or that the launch expired meanwhile: it can land for a minute. */
const wasFrozen = (answer: PacedAnswer, frozen: readonly Frozen[]): boolean =>
  (answer.status === null || answer.code === 'launch_expired') &&
  frozen.some(({ replica, fromMs, toMs }) => answer.replica === replica && answer.begunMs <= toMs && answer.endedMs >= fromMs)

function figures(name: string, answers: readonly PacedAnswer[], returns: readonly Return[]): string {
  const count = (status: number | null) => answers.filter((answer) => answer.status === status).length
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]
  const tookMs = Math.round(middle(answers.filter(({ status }) => status === 201).map(({ begunMs, endedMs }) => endedMs - begunMs))!)
  const back = [...Map.groupBy(returns, ({ event }) => event)].map(([event, among]) => {
    const backMs = among.map(({ ms }) => ms)
    return `back ${backMs.length} times from ${event} after ${middle(backMs)} ms, ${Math.max(...backMs)} at most`
  })
  return `${name}: ${answers.length} calls, ${count(201)} launched, each in ${tookMs} ms, ${count(503)} refused, ${count(null)} without an answer; ${back.join('; ')}`
}
