import { join } from 'node:path'
import { buildExecutable } from '../../scripts/build-executable.ts'
import { emptyDatabase } from '../support/empty-database.ts'
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts'
import { temporaryDataDir } from '../support/server-process.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { startBank } from './bank.ts'
import { callService } from './call-service.ts'
import type { FindingKind } from './finding-kinds.ts'
import type { History } from './history.ts'
import type { World } from './launch-order.ts'
import { AHEAD_MAX_MS, type Fault } from './nemesis.ts'
import { type BooksReader, openBooks } from './read-books.ts'
import { createPatience } from './patience.ts'
import { createListeners, EVENTS_HEARD, type Listeners } from './receivers.ts'
import { type Replica, startReplica } from './replica.ts'
import { canMoveClocks, createWrongClock } from './wrong-clock.ts'

/** What is done to whom, and for how long. */
export interface CampaignPlan {
  readonly database: 'postgres' | 'sqlite'
  /** One with SQLite. */
  readonly replicas: number
  readonly clients: number
  readonly seconds: number
  readonly faults: readonly Fault[]
  readonly seed: number
  /** The first finding of one of these ends it: nothing is waited for any more. */
  readonly until: readonly FindingKind[]
}

/** Everything that a campaign started. */
export interface Scene {
  readonly dataDir: string
  readonly postgres: OwnPostgres | null
  readonly replicas: readonly Replica[]
  readonly world: World
  readonly listeners: Listeners
  readonly books: BooksReader
  /** What the embedded database is on; null without, or where none can be mounted. */
  readonly disk: SmallDisk | null
  end(): Promise<void>
}

const CREW_WALLETS = 12
const DISK_MIB = 512
/** Dollars a SOL: high, so that one trade makes the budget of a job. */
const SOL_USD = 100_000
/** An answer is kept for longer than this; whoever asks later may launch again. */
const KEPT_MS = 14 * 60_000
/** Longer than all leases one after the other, and the backlog of receivers whose sender died each time. */
export const ENDS_WITHIN_MS = 600_000
/** Where a finding is looked for, whoever is not answered goes away so soon. */
const BRIEFLY_MS = 45_000
/** Of the operator's calls: no client has it. */
const ADDRESS = '192.0.2.1'

/** Has the operator hear of everything. */
export async function listenToAll({ world, listeners }: Scene, refusedShare: number): Promise<void> {
  const receiver = listeners.create(() => world.random.fraction() < refusedShare)
  const { status, body } = await callService(
    world.urls,
    0,
    {
      method: 'POST',
      path: '/api/webhooks',
      body: { url: receiver.url, events: EVENTS_HEARD },
      headers: { 'x-svc-api-key': OPERATOR_KEY },
      address: ADDRESS,
    },
    world.history,
  )
  if (status !== 201) throw new Error(`the webhook of the operator was answered ${status}: ${JSON.stringify(body)}`)
  receiver.trust(body.secret as string)
  listeners.all.push({ receiver, id: body.webhook.id as string, keyId: null, deleted: false })
}

/** Starts databases, bank, replicas and what they deliver to. */
export async function openScene(
  { database, replicas: count, until, faults }: CampaignPlan,
  history: History,
  random: World['random'],
): Promise<Scene> {
  const folder = temporaryDataDir()
  const built = temporaryDataDir()
  const executable = join(built.dataDir, 'agent-launch')
  // Of its own, whatever is built meanwhile; and its bytecode starts with less than half of the work.
  await buildExecutable({ define: {}, bill: '' }, { target: null, outfile: executable })
  const disk = database === 'sqlite' && faults.includes('full-disk') ? mountSmallDisk(DISK_MIB) : null
  const dataDir = disk?.folder ?? folder.dataDir
  const bank = await startBank()
  const approver = newPerson()
  const postgres = database === 'postgres' ? await startOwnPostgres() : null
  const name = postgres ? new URL(await emptyDatabase(postgres.url)).pathname : ''
  const urlAt = (port: string | number) => Object.assign(new URL(postgres!.url), { pathname: name, port: String(port) }).href
  const env = {
    DATA_DIR: dataDir,
    OPERATOR_API_KEY: OPERATOR_KEY,
    APPROVER_WALLETS: approver.wallet,
    TRUSTED_PROXIES: '127.0.0.0/8',
    SIMULATED_OPEN: '1',
    JOBS_ENABLED: '1',
    PRICE_SOL_USD: String(SOL_USD),
    ...bank?.env,
  }
  /** Whichever server of the database leads. */
  const leader = {
    host: '127.0.0.1',
    get port() {
      return Number(new URL(postgres!.url).port)
    },
  }
  const moves = faults.includes('move-clock') && canMoveClocks()
  if (faults.includes('move-clock') && !moves) console.info('no clock is moved: libfaketime is not installed')
  const start = async () => {
    if (!postgres) return startReplica({ executable, given: env })
    const back = await startTcpProxy(leader)
    return startReplica({ executable, given: { ...env, DATABASE_URL: urlAt(back.port) } }, back, moves ? createWrongClock() : null)
  }
  // The first makes the tables.
  const replicas = [await start()]
  replicas.push(...(await Promise.all(Array.from({ length: postgres ? count - 1 : 0 }, start))))
  const listeners = createListeners()
  const patience = createPatience()
  const balancer = postgres ? await startTcpProxy(leader) : null
  const books = openBooks(balancer ? { url: urlAt(balancer.port) } : { dataDir })
  const crew = Array.from({ length: CREW_WALLETS }, () => newPerson().wallet)
  return {
    dataDir,
    disk,
    postgres,
    replicas,
    world: {
      urls: replicas.map(({ url }) => url),
      random,
      history,
      approver,
      crew,
      bank,
      handIn: (id, part) => books.handIn(id, part),
      patience,
      decidedWithinMs: ENDS_WITHIN_MS,
      keptMs: until.length > 0 ? BRIEFLY_MS : moves ? KEPT_MS - AHEAD_MAX_MS : KEPT_MS,
    },
    listeners,
    books,
    async end() {
      await Promise.all(replicas.map((replica) => replica.end()))
      listeners.stop()
      await books.close().catch(() => {})
      await balancer?.close()
      await postgres?.stop()
      await bank?.stop()
      disk?.unmount()
      folder.remove()
      built.remove()
    },
  }
}
