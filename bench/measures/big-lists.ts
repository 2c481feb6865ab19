import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { keyName } from '../../src/domain/keys/key-name.ts'
import { createLogger } from '../../src/lib/logger.ts'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'
import { percentile } from '../statistics.ts'
import { BUSY_KEY, ENDPOINT, fillLists, FIRST_MS, launcherOf, type ListRows, mintOf, promoterOf, STEP_MS } from './list-rows.ts'

const FEW: ListRows = { coins: 1_000, remits: 10_000, keys: 1_000, deliveries: 1_000 }
const MUCH: ListRows = { coins: 100_000, remits: 1_000_000, keys: 10_000, deliveries: 100_000 }
const MOST: ListRows = { coins: 1_000_000, remits: 10_000_000, keys: 100_000, deliveries: 1_000_000 }
const RUNS = 400
const WARM_UP = 40
const BUDGET_MS = 5
const OPERATOR_KEY = 'operator-key-of-the-bench-32-letters'

/**
 * Times the reads of lists over a database on disk: the handler's own time for a whole answer, JSON and ETag included, on first pages,
 * deep pages, and pages of one coin, wallet, agent or key; and how much more they take than over few rows.
 */
async function run(bench: Bench, rows: ListRows): Promise<Figure[]> {
  const few = await timeReads(bench, FEW)
  const many = await timeReads(bench, rows)
  const name = (path: string) => `${rows.remits.toLocaleString('en')} rows: GET ${shortened(path)}`
  return paths(rows).flatMap((path, index): Figure[] => {
    const { passedMs, spentMs } = many[index]!
    const line = { measure: name(path), better: 'lower' } as const
    const p99 = { ...line, unit: 'ms', budget: { most: BUDGET_MS } } as const
    const growth = percentile(spentMs, 0.5) / percentile(few[index]!.spentMs, 0.5)
    return [
      { ...p99, what: 'p99', ours: [percentile(passedMs, 0.99)] },
      { ...p99, what: 'CPU, p99', ours: [percentile(spentMs, 0.99)] },
      { ...line, what: `CPU over that of ${FEW.remits.toLocaleString('en')} rows`, unit: 'times', ours: [growth], budget: { most: 2 } },
    ]
  })
}

/** What each read takes, over a new database of so many rows. */
async function timeReads(bench: Bench, rows: ListRows): Promise<Timed[]> {
  const dataDir = bench.folder()
  bench.say(`lists: filling a database with ${rows.coins.toLocaleString('en')} coins`)
  await fillLists(join(dataDir, 'service.db'), rows)
  const log = createLogger({ level: 'silent', nowMs: Date.now, write: () => {} })
  const { deps, close } = await compose(readConfig({ DATA_DIR: dataDir, OPERATOR_API_KEY: OPERATOR_KEY }), { log })
  // Each answer is read anew: what is measured is the reading, not the cache of answers.
  let changes = 0
  const handle = createApp({
    ...deps,
    storage: { ...deps.storage, changes: () => (changes += 1) },
    policy: { ...deps.policy, rateLimits: false },
  })
  const timed: Timed[] = []
  for (const path of paths(rows)) {
    const headers = OF_OPERATOR.test(path) ? { 'x-svc-api-key': OPERATOR_KEY } : {}
    const get = async () => {
      const answer = await handle(new Request(`http://localhost${path}`, { headers }), '127.0.0.1')
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}: ${text}`)
    }
    bench.say(`lists: ${path}`)
    timed.push(await timeRead(get))
  }
  await close()
  return timed
}

const OF_OPERATOR = /^\/api\/(agent\/keys|webhooks)/

/** Mints and cursors without their letters. */
const shortened = (path: string) =>
  path
    .replace(/=[\w-]{20,}/, '={…}')
    .replace(/\/Coin\w+/, '/{mint}')
    .replace(/(agents)\/\w+/, '$1/{agent}')
    .replace(/(wallets)\/\w+/, '$1/{wallet}')

function paths({ coins, remits }: ListRows): string[] {
  const deep = (rows: number, id: string) => Buffer.from(`${FIRST_MS + (rows / 10) * STEP_MS}.${id}`).toString('base64url')
  return [
    '/api/proof',
    '/api/proof?limit=200',
    `/api/proof?cursor=${deep(coins, 'evt_')}`,
    '/api/board',
    '/api/coins',
    `/api/coins?cursor=${deep(coins, mintOf(0))}`,
    '/api/coins/live',
    '/api/coins?sort=paid',
    '/api/coins?sort=paid&status=graduated&fees=locked',
    '/api/coins?sort=graduated',
    '/api/coins?fees=open',
    '/feed.xml',
    `/api/coins/${mintOf(777)}/fees?days=90`,
    '/api/coins/graduated-unfeatured?limit=20',
    '/api/remits',
    '/api/remits?limit=200',
    `/api/remits?cursor=${deep(remits, 'rm_')}`,
    `/api/remits?mint=${mintOf(777)}`,
    `/api/coins/${mintOf(777)}`,
    `/api/agents/${launcherOf(777)}`,
    `/api/agents/${keyName(BUSY_KEY)}`,
    `/api/agents/${keyName(BUSY_KEY)}/coins`,
    '/api/leaderboard',
    `/api/wallets/${promoterOf(777, 0)}`,
    `/api/wallets/${promoterOf(777, 0)}/coins`,
    '/api/agent/keys',
    `/api/webhooks/${ENDPOINT}/deliveries`,
  ]
}

/** Milliseconds of many answers: that passed, and that were spent of the processor; a busy machine adds to the first alone. */
interface Timed {
  readonly passedMs: readonly number[]
  readonly spentMs: readonly number[]
}

async function timeRead(work: () => Promise<unknown>): Promise<Timed> {
  const [passedMs, spentMs]: [number[], number[]] = [[], []]
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const startMs = performance.now()
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    if (run < 0) continue
    passedMs.push(performance.now() - startMs)
    spentMs.push((user + system) / 1_000)
  }
  return { passedMs, spentMs }
}

/** Lists of much, in this process. */
export const bigLists: Measure = {
  name: 'lists',
  about: 'public reads over 100,000 coins and 1,000,000 remits, at any depth, beside 1,000 coins',
  slow: true,
  inside: true,
  run: (bench) => run(bench, MUCH),
}

/** The same lists of as much as the service is meant for: filling them takes minutes, and 25 GB of disk. */
export const biggestLists: Measure = {
  name: 'lists-most',
  about: 'the same over 1,000,000 coins and 10,000,000 remits; runs only when it is named',
  byName: true,
  inside: true,
  run: (bench) => run(bench, MOST),
}
