import { Database } from 'bun:sqlite'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import type { KeyId } from '../../src/domain/brands.ts'
import { keyName } from '../../src/domain/keys/key-name.ts'
import type { DistributionView } from '../../src/domain/results/crank-result.ts'
import { Secret } from '../../src/lib/secret.ts'

/** How much there is in a database. */
export interface ListRows {
  readonly coins: number
  /** Two payouts of five remits a coin, or more. */
  readonly remits: number
  readonly keys: number
  /** Of one endpoint of the busy key. */
  readonly deliveries: number
}

/** A key that launched half of all coins. */
export const BUSY_KEY = 'ak_0' as KeyId
export const FIRST_MS = Date.UTC(2026, 0, 1)
export const STEP_MS = 1_000
export const ENDPOINT = 'wh_busy'
const WALLETS_A_COIN = 5
/** Groups of five promoters: each is paid by so many coins that its lists grow with everything. */
const CREWS = 20
const ROWS_A_COMMIT = 200_000

/** Digits of Base58, as many for each, so that rows are made in the order of their keys. */
const digits = (number: number) =>
  number
    .toString(9)
    .padStart(9, '0')
    .replace(/\d/g, (digit) => String(Number(digit) + 1))
const numbered = (word: string, number: number, length: number) => `${word}${digits(number)}`.padEnd(length, '1')
/** Lengths at which each is 32 bytes. */
export const mintOf = (coin: number): string => numbered('Coin', coin, 44)
export const promoterOf = (coin: number, index: number): string => numbered(`Wa11et${index + 1}x`, coin % CREWS, 43)
export const launcherOf = (coin: number): string => numbered('Launchr', coin, 43)
const keyOf = (coin: number) => `ak_${coin % 2 === 0 ? 0 : coin % 100}`

type Row = Record<string, string | number | null>
type Insert = (table: string, row: Row) => void

/** Makes the database with the service's own migrations, and fills it past the repositories: rows alone, fast. */
export async function fillLists(file: string, rows: ListRows): Promise<void> {
  await (await openStorage(new Secret(`sqlite:${file}`))).close()
  const db = new Database(file, { strict: true })
  // Nobody else reads it yet, and nothing is lost with it.
  for (const pragma of ['synchronous = OFF', 'journal_mode = OFF', 'cache_size = -1000000']) db.run(`PRAGMA ${pragma}`)
  // Sorting an index once takes a tenth of keeping it.
  const indexes = db
    .query<{ name: string; sql: string }, []>(`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`)
    .all()
  for (const { name } of indexes) db.run(`DROP INDEX ${name}`)
  insertAll(db, rows)
  for (const { sql } of indexes) db.run(sql)
  db.run('PRAGMA journal_mode = WAL')
  db.close()
}

function insertAll(db: Database, { coins, remits, keys, deliveries }: ListRows): void {
  let made = 0
  const insert: Insert = (table, row) => {
    const names = Object.keys(row)
    db.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(...Object.values(row))
    made += 1
    if (made % ROWS_A_COMMIT === 0) db.run('COMMIT; BEGIN')
  }
  db.run('BEGIN')
  for (let key = 0; key < keys; key += 1) insertKey(insert, key)
  for (let coin = 0; coin < coins; coin += 1) insertCoin(insert, coin)
  for (let payout = 0; payout < remits / WALLETS_A_COIN; payout += 1) insertPayout(insert, payout, coins)
  insertDeliveries(insert, deliveries, coins)
  insertSums(insert, remits)
  db.query('UPDATE totals SET coins = ?, locked = ?, remits = ?').run(coins, coins, remits)
  // No ANALYZE: the service keeps no statistics of the planner, with which no read takes less.
  db.run('COMMIT')
}

function insertKey(insert: Insert, key: number): void {
  const id = `ak_${key}`
  const names = { id, name: keyName(id as KeyId), hash: `hash ${key}`, fingerprint: '', label: `key ${key}` }
  const rights = { launches_per_hour: 5, require_approval: 0, ops: 0, active: 1 }
  insert('api_key', { ...names, ...rights, created_at_ms: FIRST_MS + key })
}

function insertCoin(insert: Insert, coin: number): void {
  const atMs = FIRST_MS + coin * STEP_MS
  const wallets = Array.from({ length: WALLETS_A_COIN }, (_, index) => promoterOf(coin, index))
  const crew = wallets.map((wallet, index) => ({ handle: `@kol${index}`, wallet, share: 20, hireRole: 'kol', effectiveBps: 1_200 }))
  const shareholders = wallets.map((wallet, index) => ({ wallet, role: 'kol', handle: `@kol${index}`, bps: 2_000 }))
  const signature = numbered('Signature', coin, 88)
  insert('coin', {
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
    launcher: launcherOf(coin),
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
  for (const { wallet, role, handle, bps } of shareholders)
    insert('coin_share', { mint: mintOf(coin), wallet, role, handle, bps, launched_at_ms: atMs, amount: '2000000' })
  // What the launch of a coin is told by.
  const result = { ok: true, mint: mintOf(coin), ticker: 'COIN', signature, feeShareSignature: signature, createSlot: coin, lockSlot: coin }
  const event = { mint: mintOf(coin), key_id: keyOf(coin), data_json: JSON.stringify({ ...result, crew, shareholders }), at_ms: atMs }
  for (const type of ['launch.created', 'feeShare.locked']) insert('event', { id: `evt_${type}_${coin}`, type, ...event })
}

function insertPayout(insert: Insert, payout: number, coins: number): void {
  const coin = (payout * 7) % coins
  const atMs = FIRST_MS + payout * WALLETS_A_COIN * STEP_MS
  const signature = numbered('Payout', payout, 88)
  const amountOf = (lamports: number) => ({ amount: String(lamports), decimals: 9, currency: 'SOL' }) as const
  const remits = Array.from({ length: WALLETS_A_COIN }, (_, index) => ({
    wallet: promoterOf(coin, index),
    handle: `@kol${index}`,
    role: 'kol' as const,
  }))
  const of = { mint: mintOf(coin), ticker: 'COIN', signature }
  for (const [index, remit] of remits.entries()) {
    const paid = { currency: 'SOL', amount: '1000000', height: payout, at_ms: atMs }
    insert('remit', { id: `${numbered('rm_', payout, 12)}_${index}`, ...of, ...remit, ...paid })
  }
  const distribution: DistributionView = {
    cluster: 'simulated',
    ...of,
    slot: payout,
    distributed: amountOf(5_000_000),
    distributedLamports: '5000000',
    distributedSol: 0.005,
    currency: 'SOL',
    remits: remits.map((remit) => ({ ...remit, amount: amountOf(1_000_000), lamports: '1000000', sol: 0.001 })),
  }
  const data = JSON.stringify(distribution)
  insert('event', { id: `evt_remit_${payout}`, type: 'remit.cranked', mint: of.mint, key_id: keyOf(coin), data_json: data, at_ms: atMs })
}

function insertDeliveries(insert: Insert, deliveries: number, coins: number): void {
  const receiver = { url: 'https://hooks.example/agent', events_json: '["launch.created"]', sealed_secret: '' }
  const idle = { next_attempt_at_ms: 0, leased_until_ms: 0 }
  insert('webhook_endpoint', { id: ENDPOINT, key_id: BUSY_KEY, ...receiver, ...idle, created_at_ms: FIRST_MS })
  for (let number = 0; number < deliveries; number += 1) {
    const atMs = FIRST_MS + number
    const attempts = JSON.stringify([{ atMs, status: 200, durationMs: 31, answerStart: '', error: null }])
    const about = { endpoint_id: ENDPOINT, event_id: `evt_launch.created_${number % coins}`, position: number }
    const ended = { state: 'delivered', pending: 0, attempts_json: attempts, created_at_ms: atMs, finished_at_ms: atMs }
    insert('webhook_delivery', { id: numbered('dl_', number, 12), ...about, ...ended })
  }
}

/** What the service keeps of sums as it writes the rows above. */
function insertSums(insert: Insert, remits: number): void {
  const perWallet = remits / (CREWS * WALLETS_A_COIN)
  for (let crew = 0; crew < CREWS; crew += 1)
    for (let index = 0; index < WALLETS_A_COIN; index += 1) {
      const amount = String(perWallet * 1_000_000 + crew)
      insert('earning', { wallet: promoterOf(crew, index), currency: 'SOL', amount, kol_amount: amount, remits: perWallet })
    }
  insert('totals_amount', { name: 'remitted', currency: 'SOL', amount: `${remits * 1_000_000}` })
}
