import { emptyDatabase } from '../support/empty-database.ts'
import { eventually } from '../support/eventually.ts'
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { temporaryDataDir } from '../support/server-process.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { callService } from './call-service.ts'
import { checkHistory, type Ending, isOwed, pagesToCheck } from './check-history.ts'
import { type Clients, startClients } from './clients.ts'
import { createHistory, type History, verdict } from './history.ts'
import type { World } from './launch-order.ts'
import { type Fault, FAULTS, startNemesis } from './nemesis.ts'
import { type BooksReader, openBooks, readSimulatedChain } from './read-books.ts'
import { createListeners, EVENTS_OF_COINS, type Listeners } from './receivers.ts'
import { type Replica, startReplica } from './replica.ts'

/** What is done to whom, and for how long. */
export interface CampaignPlan {
  readonly database: 'postgres' | 'sqlite'
  /** One with SQLite. */
  readonly replicas: number
  readonly clients: number
  readonly seconds: number
  readonly faults: readonly Fault[]
  readonly seed: number
  /** True where the first finding of a client ends it: nothing is waited for any more. */
  readonly briefly: boolean
}

/** What a campaign came to. */
export interface CampaignReport {
  readonly history: History
  readonly faults: ReadonlyMap<Fault, number>
  /** Some lines for people: what was done, what was answered, what was found. */
  readonly text: string
}

/** Everything that a campaign started. */
interface Scene {
  readonly dataDir: string
  readonly postgres: OwnPostgres | null
  readonly replicas: readonly Replica[]
  readonly world: World
  readonly listeners: Listeners
  readonly books: BooksReader
  end(): Promise<void>
}

const CREW_WALLETS = 12
/** Longer than all leases one after the other, and the backlog of receivers whose sender died each time. */
const ENDS_WITHIN_MS = 600_000
/** Where whatever is late is a finding all the same. */
const BRIEFLY_MS = 100_000
/** Of the operator's calls: no client has it. */
const ADDRESS = '192.0.2.1'

/** Runs one from an empty database to the last comparison. */
export async function runCampaign(plan: CampaignPlan): Promise<CampaignReport> {
  const random = createSeededRandom(plan.seed)
  const scene = await openScene(plan, createHistory(), createSeededRandom(random.below(2 ** 32)))
  const { history } = scene.world
  try {
    for (const refused of [0, 0.1]) await listenToAll(scene, refused)
    const clients = startClients(scene.world, scene.listeners, plan.clients)
    const nemesis = startNemesis(scene, plan.faults, random)
    const found = () => plan.briefly && history.findings.length > 0
    await eventually(ended(plan, { history, faults: nemesis.done, found }), plan.seconds * 1_000 + 60_000, 200)
    await nemesis.end()
    if (!found()) await settle(scene, clients, { found, withinMs: plan.briefly ? BRIEFLY_MS : ENDS_WITHIN_MS })
    checkHistory({ history, listeners: scene.listeners, ...(await readAtRest(scene)) })
    return { history, faults: nemesis.done, text: report(plan, history, nemesis.done) }
  } finally {
    await scene.end()
  }
}

/** True when the time of faults is over; each minute of it, says how far it is. */
function ended(
  { seconds }: CampaignPlan,
  { history, faults, found }: Pick<CampaignReport, 'history' | 'faults'> & Pick<Patience, 'found'>,
) {
  const begunMs = performance.now()
  let minutes = 0
  return () => {
    const passedMs = performance.now() - begunMs
    if (passedMs > (minutes + 1) * 60_000) {
      minutes += 1
      console.info(`after ${minutes} min: ${lines(faults)}; ${history.orders.length} orders; ${verdict(history).split('\n')[0]}`)
    }
    return found() || passedMs >= seconds * 1_000
  }
}

async function openScene({ database, replicas: count, briefly }: CampaignPlan, history: History, random: World['random']): Promise<Scene> {
  const folder = temporaryDataDir()
  const approver = newPerson()
  const postgres = database === 'postgres' ? await startOwnPostgres() : null
  const name = postgres ? new URL(await emptyDatabase(postgres.url)).pathname : ''
  const urlAt = (port: string | number) => Object.assign(new URL(postgres!.url), { pathname: name, port: String(port) }).href
  const env = {
    DATA_DIR: folder.dataDir,
    OPERATOR_API_KEY: OPERATOR_KEY,
    APPROVER_WALLETS: approver.wallet,
    TRUSTED_PROXIES: '127.0.0.0/8',
    SIMULATED_OPEN: '1',
  }
  const start = async () => {
    if (!postgres) return startReplica(env, null)
    const back: TcpProxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(postgres.url).port) })
    return startReplica({ ...env, DATABASE_URL: urlAt(back.port) }, back)
  }
  // The first makes the tables.
  const replicas = [await start()]
  replicas.push(...(await Promise.all(Array.from({ length: postgres ? count - 1 : 0 }, start))))
  const listeners = createListeners()
  const books = openBooks(postgres ? { url: urlAt(new URL(postgres.url).port) } : { dataDir: folder.dataDir })
  const crew = Array.from({ length: CREW_WALLETS }, () => newPerson().wallet)
  return {
    dataDir: folder.dataDir,
    postgres,
    replicas,
    world: {
      urls: replicas.map(({ url }) => url),
      random,
      history,
      approver,
      crew,
      decidedWithinMs: briefly ? BRIEFLY_MS : ENDS_WITHIN_MS,
    },
    listeners,
    books,
    async end() {
      await Promise.all(replicas.map((replica) => replica.end()))
      listeners.stop()
      await books.close().catch(() => {})
      await postgres?.stop()
      folder.remove()
    },
  }
}

/** Has the operator hear of everything. */
async function listenToAll({ world, listeners }: Scene, refusedShare: number): Promise<void> {
  const receiver = listeners.create(() => world.random.fraction() < refusedShare)
  const { status, body } = await callService(
    world.urls,
    0,
    {
      method: 'POST',
      path: '/api/webhooks',
      body: { url: receiver.url, events: EVENTS_OF_COINS },
      headers: { 'x-svc-api-key': OPERATOR_KEY },
      address: ADDRESS,
    },
    world.history,
  )
  if (status !== 201) throw new Error(`the webhook of the operator was answered ${status}: ${JSON.stringify(body)}`)
  receiver.trust(body.secret as string)
  listeners.all.push({ receiver, id: body.webhook.id as string, keyId: null, deleted: false })
}

/** How long the end of a campaign may take, and whether it has ended already. */
interface Patience {
  readonly found: () => boolean
  readonly withinMs: number
}

/** Resolves when every intent has ended, nothing is under way, everybody was told, and the ledger was kept since; or after ten minutes. */
async function settle(scene: Scene, clients: Clients, { found, withinMs }: Patience): Promise<void> {
  const { books, world, listeners } = scene
  let over = false
  const ending = clients.end().finally(() => (over = true))
  // Whoever ends before it hears nothing of it.
  ending.catch(() => {})
  await eventually(() => over || found(), 4 * ENDS_WITHIN_MS, 200)
  if (found()) return
  await ending
  await clients.replay()
  const endedMs = Date.now()
  const inTime = async (what: string, look: () => Promise<boolean>) => {
    if (!found()) await eventually(look, withinMs, 500).catch(() => world.history.found('lost', `${what} within ${withinMs} ms`))
  }
  await inTime('not every operation ended', async () => (await books.unfinished()) === 0)
  await inTime('not everybody was told', async () => {
    const { events } = await books.read()
    return listeners.all.every(
      ({ deleted, keyId, receiver }) => deleted || events.every((event) => !isOwed(event, keyId) || receiver.taken.has(event.id)),
    )
  })
  await inTime('the ledger was not kept', async () => {
    const { wallets } = await page(scene, '/api/ledger/wallets')
    const kept = wallets as { comparedAt: string | null }[]
    return kept.length > 0 && kept.every(({ comparedAt }) => comparedAt !== null && Date.parse(comparedAt) > endedMs)
  })
}

/** Chain, books and pages of one moment: read again until nobody was paid meanwhile. */
async function readAtRest(scene: Scene): Promise<Pick<Ending, 'chain' | 'books' | 'pages'>> {
  for (let before = readSimulatedChain(scene.dataDir); ; ) {
    const pages = new Map<string, Record<string, any>>()
    for (const path of pagesToCheck(before)) pages.set(path, await page(scene, path))
    const [books, chain] = [await scene.books.read(), readSimulatedChain(scene.dataDir)]
    if (chain.payments.size === before.payments.size) return { chain, books, pages }
    before = chain
  }
}

/** What the first replica answers to the operator. */
async function page({ world: { urls, history } }: Scene, path: string): Promise<Record<string, any>> {
  const call = { method: 'GET', path, headers: { 'x-svc-api-key': OPERATOR_KEY }, address: ADDRESS } as const
  return eventually(
    async () => {
      const { status, body } = await callService(urls, 0, call, history)
      return status === 200 ? body : null
    },
    60_000,
    300,
  )
}

const lines = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map((entry) => entry.join(' '))
    .join(', ')

function report(plan: CampaignPlan, history: History, faults: ReadonlyMap<Fault, number>): string {
  const launched = history.orders.filter(({ launched: answer }) => answer).length
  const calls = [...history.answers.values()].reduce((sum, count) => sum + count, 0)
  const { database, replicas, seconds, seed } = plan
  return [
    `seed ${seed}: ${database === 'sqlite' ? 'one process on SQLite' : `${replicas} replicas on PostgreSQL`}, ${seconds} s`,
    `faults: ${lines(faults)} (of ${Object.keys(FAULTS).length} kinds)`,
    `calls: ${calls} (${lines(history.answers)}); ${history.orders.length} orders, ${launched} launched, ${history.cranks.length} paid out`,
    verdict(history),
  ].join('\n')
}
