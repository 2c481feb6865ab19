import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { createApp } from '../../src/app.ts'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config/read-config.ts'
import type { KeyId } from '../../src/domain/brands.ts'
import { keyName } from '../../src/domain/keys/key-name.ts'
import { createLogger } from '../../src/lib/logger.ts'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'
import { percentile } from '../statistics.ts'
import { Secret } from '../../src/lib/secret.ts'

const COINS = 100_000
const REMITS = 1_000_000
const WALLETS_A_COIN = 5
const RUNS = 400
const WARM_UP = 40
const BUDGET_MS = 5
/** A key that launched half of all coins. */
const BUSY_KEY = 'ak_0' as KeyId
const FIRST_MS = Date.UTC(2026, 0, 1)
const STEP_MS = 1_000

/**
 * Times the public reads over a database of 100,000 coins and 1,000,000 remits on disk: the handler's own time for a whole
 * answer, JSON and ETag included, on first pages, deep pages, and pages of one coin.
 */
async function run(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder()
  bench.say('lists: filling a database')
  await fill(join(dataDir, 'service.db'))
  const log = createLogger({ level: 'silent', nowMs: Date.now, write: () => {} })
  const { deps, close } = await compose(readConfig({ DATA_DIR: dataDir }), { log })
  // Each answer is read anew: what is measured is the reading, not the cache of answers.
  let changes = 0
  const handle = createApp({
    ...deps,
    storage: { ...deps.storage, changes: () => (changes += 1) },
    policy: { ...deps.policy, rateLimits: false },
  })
  const get = async (path: string) => (await handle(new Request(`http://localhost${path}`), '127.0.0.1')).text()
  const figures: Figure[] = []
  for (const path of paths()) {
    bench.say(`lists: ${path}`)
    figures.push(...(await measure(`1,000,000 rows: GET ${shortened(path)}`, () => get(path))))
  }
  await close()
  return figures
}

/** Mints and cursors without their letters. */
const shortened = (path: string) =>
  path
    .replace(/=[\w-]{20,}/, '={…}')
    .replace(/\/Coin\w+/, '/{mint}')
    .replace(/(agents)\/\w+/, '$1/{agent}')

function paths(): string[] {
  const deep = (rows: number, id: string) => Buffer.from(`${FIRST_MS + (rows / 10) * STEP_MS}.${id}`).toString('base64url')
  return [
    '/api/proof',
    '/api/proof?limit=200',
    `/api/proof?cursor=${deep(COINS, 'evt_')}`,
    '/api/board',
    '/api/coins',
    `/api/coins?cursor=${deep(COINS, mintOf(0))}`,
    '/api/coins/live',
    '/api/coins?sort=paid',
    '/api/coins?sort=paid&status=graduated&fees=locked',
    '/api/coins?sort=graduated',
    '/api/coins?fees=open',
    '/feed.xml',
    `/api/coins/${mintOf(777)}/fees?days=90`,
    '/api/coins/graduated-unfeatured',
    '/api/remits',
    '/api/remits?limit=200',
    `/api/remits?cursor=${deep(REMITS, 'rm_')}`,
    `/api/remits?mint=${mintOf(777)}`,
    `/api/coins/${mintOf(777)}`,
    `/api/agents/${walletOf(777, 9)}`,
    `/api/agents/${keyName(BUSY_KEY)}`,
    `/api/agents/${keyName(BUSY_KEY)}/coins`,
  ]
}

/**
 * Of many answers the 99th percentile of the time that passed, and of the processor time that was spent: a busy machine adds to
 * the first alone.
 */
async function measure(name: string, work: () => Promise<unknown>): Promise<Figure[]> {
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
  const figure = (what: string, timesMs: readonly number[]): Figure => ({
    measure: name,
    what,
    unit: 'ms',
    better: 'lower',
    ours: [percentile(timesMs, 0.99)],
    budget: { most: BUDGET_MS },
  })
  return [figure('p99', passedMs), figure('CPU, p99', spentMs)]
}

const padded = (text: string, length: number) => text.padEnd(length, '1')
const mintOf = (coin: number) => padded(`Coin${coin}x`, 44)
const keyOf = (coin: number) => `ak_${coin % 2 === 0 ? 0 : coin % 100}`
const walletOf = (coin: number, index: number) => padded(`Wa11et${coin}x${index}`, 44)

/** Makes the database with the service's own migrations, and fills it past the repositories: rows alone, fast. */
async function fill(file: string): Promise<void> {
  await (await openStorage(new Secret(`sqlite:${file}`))).close()
  const db = new Database(file, { strict: true })
  db.run('PRAGMA synchronous = OFF')
  db.run('BEGIN')
  const key = { id: BUSY_KEY, name: keyName(BUSY_KEY), hash: '', fingerprint: '', label: '', created_at_ms: FIRST_MS }
  insertRow(db, 'api_key', { ...key, launches_per_hour: 5, require_approval: 0, ops: 0, active: 1 })
  for (let coin = 0; coin < COINS; coin += 1) insertCoin(db, coin)
  for (let payout = 0; payout < REMITS / WALLETS_A_COIN; payout += 1) insertPayout(db, payout)
  db.query('UPDATE totals SET coins = ?, locked = ?, remits = ?').run(COINS, COINS, REMITS)
  insertRow(db, 'totals_amount', { name: 'remitted', currency: 'SOL', amount: `${REMITS * 1_000_000}` })
  // No ANALYZE: the service keeps no statistics of the planner, with which no read takes less.
  db.run('COMMIT')
  db.close()
}

function insertRow(db: Database, table: string, row: Record<string, string | number | null>): void {
  const names = Object.keys(row)
  db.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(...Object.values(row))
}

function insertCoin(db: Database, coin: number): void {
  const atMs = FIRST_MS + coin * STEP_MS
  const wallets = Array.from({ length: WALLETS_A_COIN }, (_, index) => walletOf(coin, index))
  const crew = wallets.map((wallet, index) => ({ handle: `@kol${index}`, wallet, share: 20, hireRole: 'kol', effectiveBps: 1_200 }))
  const shareholders = wallets.map((wallet, index) => ({ wallet, role: 'kol', handle: `@kol${index}`, bps: 2_000 }))
  const signature = padded(`Signature${coin}x`, 88)
  insertRow(db, 'coin', {
    mint: mintOf(coin),
    platform: 'simulated',
    currency: 'SOL',
    key_id: keyOf(coin),
    operation_id: `op_${coin}`,
    name: `Coin ${coin}`,
    ticker: 'COIN',
    description: 'A coin of the bench. Launched with Agent Launch Service.',
    image_sha256: 'f'.repeat(64),
    metadata_id: `m${coin}`,
    mode: 'agent',
    crew_json: JSON.stringify(crew),
    shareholders_json: JSON.stringify(shareholders),
    launcher: walletOf(coin, 9),
    treasury_bps: 2_500,
    signature,
    fee_share_signature: signature,
    fee_share_locked: 1,
    fees_locked_at_launch: 1,
    lock_path: 'atomic-v1',
    create_height: coin,
    lock_height: coin,
    holder_kol: 0,
    launched_at_ms: atMs,
    paid: String((coin * 7_919) % 1_000_003),
    graduated_at_ms: coin % 20 === 0 ? atMs : null,
    featured_at_ms: coin % 40 === 0 ? atMs : null,
    featured_url: coin % 40 === 0 ? 'https://x.com/a/status/1' : null,
  })
  insertEvents(db, coin, { crew, shareholders, signature, atMs })
}

/** What the launch of a coin is told by. */
function insertEvents(
  db: Database,
  coin: number,
  { crew, shareholders, signature, atMs }: { crew: readonly object[]; shareholders: readonly object[]; signature: string; atMs: number },
): void {
  const data = JSON.stringify({
    ok: true,
    mint: mintOf(coin),
    ticker: 'COIN',
    signature,
    feeShareSignature: signature,
    createSlot: coin,
    lockSlot: coin,
    crew,
    shareholders,
  })
  for (const type of ['launch.created', 'feeShare.locked']) {
    insertRow(db, 'event', { id: `evt_${type}_${coin}`, type, mint: mintOf(coin), key_id: keyOf(coin), data_json: data, at_ms: atMs })
  }
}

function insertPayout(db: Database, payout: number): void {
  const coin = (payout * 7) % COINS
  const atMs = FIRST_MS + payout * WALLETS_A_COIN * STEP_MS
  const signature = padded(`Payout${payout}x`, 88)
  const remits = Array.from({ length: WALLETS_A_COIN }, (_, index) => ({
    wallet: walletOf(coin, index),
    handle: `@kol${index}`,
    role: 'kol',
  }))
  for (const [index, remit] of remits.entries()) {
    insertRow(db, 'remit', {
      id: `rm_${payout}_${index}`,
      mint: mintOf(coin),
      ticker: 'COIN',
      ...remit,
      currency: 'SOL',
      amount: '1000000',
      signature,
      height: payout,
      at_ms: atMs,
    })
  }
  const data = JSON.stringify({
    mint: mintOf(coin),
    ticker: 'COIN',
    signature,
    slot: payout,
    distributedLamports: '5000000',
    distributedSol: 0.005,
    remits: remits.map((remit) => ({ ...remit, lamports: '1000000' })),
  })
  insertRow(db, 'event', {
    id: `evt_remit_${payout}`,
    type: 'remit.cranked',
    mint: mintOf(coin),
    key_id: keyOf(coin),
    data_json: data,
    at_ms: atMs,
  })
}

/** Lists of much, in this process. */
export const bigLists: Measure = {
  name: 'lists',
  about: 'public reads over 100,000 coins and 1,000,000 remits, at any depth',
  slow: true,
  inside: true,
  run,
}
