import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { Kysely } from 'kysely'
import { openSimulatedDatabase } from '../src/adapters/launchpads/simulated/tables/open-simulated-database.ts'
import { migrate } from '../src/adapters/storage/migrations/migrate.ts'
import { migrationsFor } from '../src/adapters/storage/migrations/migrations.ts'
import { openSqlite, sqliteDialect } from '../src/adapters/storage/engine/sqlite-dialect.ts'

/** Files whose collections live as long as a call: they are arguments, sums and answers. */
const OF_ONE_CALL = new Set([
  'src/domain/operator/alarms/condition.ts',
  'src/domain/receipt/check-split.ts',
  'src/domain/receipt/check-transactions.ts',
  'src/http/elysia/field-errors.ts',
  'src/http/openapi/route-table.ts',
  'src/features/coins/read-fee-series.ts',
  'src/features/plan/holder-kol-crew.ts',
  'src/features/fee-share/crank-all-coins.ts',
  'src/domain/matching/pick-crew.ts',
  'src/domain/matching/read-coin.ts',
  'src/domain/crew/crew.ts',
  'src/domain/kols/kol-cells.ts',
  'src/domain/crew/fee-map.ts',
  'src/domain/handle-warnings.ts',
  'src/domain/picture/clean-gif.ts',
  'src/domain/picture/clean-jpeg.ts',
  'src/domain/picture/clean-png.ts',
  'src/domain/picture/clean-webp.ts',
  'src/domain/picture/exif-facts.ts',
  'src/mcp/serve-mcp.ts',
  'src/domain/crew/suggested-looks.ts',
  'src/domain/kols/kol-import.ts',
  'src/adapters/launchpads/pump/launch/find-refusing-recipients.ts',
  'src/adapters/launchpads/pump/fees/read-distribution.ts',
  'src/adapters/launchpads/pump/transactions/lookup-table.ts',
  'src/adapters/launchpads/pump/state/top-holders.ts',
  'src/adapters/launchpads/zora/read-distributions.ts',
  'src/adapters/chains/solana/ledger-entry.ts',
  'src/adapters/chains/solana/advance-transactions.ts',
])

/** Files with collections that outlive a call: what is in them, what bounds it, and when it ends. */
const OUTLIVES: Readonly<Record<string, string>> = {
  'src/http/request/rate-limit.ts': 'minute windows by key and address: 100,000, in two generations; the older generation is dropped whole',
  'src/http/request/body/body-memory.ts': 'bytes of bodies that are being read: 64 MiB, in parts for each network; with the answer',
  'src/http/arrival-queue.ts': 'peers with a large body that waits for its turn: 16; a few turns later',
  'src/http/request/peer-cache.ts': 'peers, and clients of proxies: 20,000 each; all are forgotten when it is full',
  'src/http/request/refuse-secrets.ts': 'names of harmless headers of at most 60 characters: the first 200; as long as the process lives',
  'src/lib/yield-to-event-loop.ts': 'requests that wait for a turn of the event loop: requests under way; a few turns later',
  'src/http/listen.ts':
    'what listens: certificates that were replaced stay until their connections end: one a renewal; when its connections have ended',
  'src/http/request/read-cache.ts':
    'answers of public reads, compressed too where one was asked for so: 500 answers, 16 million characters and what gzip makes of them; a second, or the next write',
  'src/commands/api/listen.ts': 'the newest deliveries, as they were a moment ago: 50 an endpoint; the next look',
  'src/commands/api/mcp/relay-messages.ts':
    'calls that wait for their answer: what the client on the input asks at once; with the answer, or the input',
  'src/lib/remembered.ts': 'answers that calls share: as many as its users here say; as long as they say; the oldest goes when it is full',
  'src/lib/redactor.ts': 'forms of the settings’ secrets: the secrets of the settings; with the process',
  'src/adapters/storage/engine/built-once.ts': 'the service: 100 lengths of lists a statement; with the database',
  'src/adapters/storage/engine/operation-ends.ts': 'calls that wait for the end of an operation: calls under way; with their answers',
  'src/adapters/storage/postgres/listen-to-ends.ts': 'sessions that were lost: one a second; with the session (WeakSet)',
  'src/mcp/message-server.ts': 'what a message was refused for: messages under way; with the request (WeakMap)',
  'src/adapters/node-watch.ts': 'nodes that are left out, and why: the nodes of the settings; with the process',
  'src/lib/logger.ts': 'names of fields: 1,000; with the process',
  'src/adapters/prometheus.ts': 'metrics: 2,000 sets of labels a metric; with the process',
  'src/adapters/storage/postgres/postgres-pool.ts': 'connections, and which of them are lost: 12; with the connection',
  'src/features/alarms/alarm-watch.ts': 'what two counters were at each look: those of five minutes; with the next look',
  'src/features/alarms/sightings.ts': 'since when states of alarms are as they are: one a row of `alarm`; with the next look',
  'src/features/kit/recent-accrued.ts': 'accrued fees of coins: 1,000 coins; 10 s; the oldest goes when it is full',
  'src/features/live/live-connections.ts':
    'connections that are told of changes: 1,000; 12 an address, 120 a /48 of IPv6; 8 unread messages each; ten minutes, or when the client leaves, or the service stops',
  'src/features/board/chain-figures.ts':
    'markets of coins, who holds them, and 200 trades of each: 2,000 coins, 500 with trades; ten minutes, trades until they go; the one read longest ago goes when it is full',
  'src/features/coins/drawn-cards.ts':
    'cards of coins, and those being drawn: 16 MiB; 25 that are drawn or wait; the one not asked for longest goes when it is full',
  'src/features/dry-run/present-reader.ts':
    'what plans cost now, for approvers who look at them: 500 plans, for each of two groups of routes; 30 s, then asked again; the one asked longest ago goes when it is full',
  'src/features/wallets/wallet-reader.ts':
    'coins of wallets with what waits for them: 500 pages of 100 coins; 10 s; the oldest goes when it is full',
  'src/adapters/launchpads/registry.ts': 'launchpads that are loaded: those that there are; with the process',
  'src/features/discovery/platform-reader.ts':
    'what a launch costs on each launchpad: one for each launchpad and number of wallets it takes, 500; a minute, then read anew',
  'src/adapters/escrow/escrow-rails.ts': 'rails that are loaded: those that there are; with the process',
  'src/adapters/chains/fail-over.ts': 'nodes that failed: the nodes of the setting; with the process',
  'src/adapters/launchpads/pump/programs/program-watch.ts': 'hashes of the deployed programs: three; with the next deployment',
  'src/adapters/payments/own-facilitator.ts': 'settlements under way: requests under way; with the settlement',
  'src/adapters/simulated-clock.ts': 'who sleeps: requests and jobs under way; when the time has come',
  'src/scheduler/schedule.ts': 'jobs under way: one a job; with the run',
  'src/scheduler/webhook-loop.ts':
    'turns under way, and ended ones that wait to be written down: 200 endpoints; with the turn; while the database is gone no new one is begun',
  'src/domain/matching/vocabulary.ts': 'words of the narratives: the table of narratives; with the process',
  'src/domain/matching/build-kol-index.ts': 'the directory for matching: the directory; with its next version',
}

const text = await Bun.file('docs/bounded-state.md').text()
const section = (title: string) => text.split(/^## /m).find((part) => part.startsWith(title))!
/** A line of a list: tables, whose they are, what bounds them, and when a row ends. */
const ROW = /^- ((?:`\w+`(?:, )?)+) \((.+?)\): (.+)\. End: (.+)$/
/** The names at the beginning of a section's lines, each in backquotes. */
const listed = (title: string) =>
  section(title)
    .split('\n')
    .flatMap((line) => [...(ROW.exec(line)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]!))
    .toSorted()

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'kol_words_%'`
const tablesOf = (db: ReturnType<typeof openSqlite>) =>
  db
    .query<{ name: string }, []>(TABLES)
    .all()
    .map(({ name }) => name)
    .toSorted()

describe('decision "Everything that is kept has an owner, a bound and an end": and stands in docs/bounded-state.md', () => {
  test('every table of the database, and no other', async () => {
    const db = openSqlite(':memory:')
    await migrate(new Kysely({ dialect: sqliteDialect(db) }), { steps: migrationsFor('sqlite'), dialect: 'sqlite', lock: async () => {} })
    expect(listed('Tables of the database')).toEqual(tablesOf(db))
    db.close()
  })

  test('every table of the simulated chain, and no other', () => {
    const db = openSimulatedDatabase(':memory:')
    expect(listed('Tables of the simulated chain')).toEqual(tablesOf(db))
    expect(db.query<{ max_page_count: bigint }, []>('PRAGMA max_page_count').get()!.max_page_count).toBe(131_072n)
    db.close()
  })

  test('each row has an owner, a bound and an end', () => {
    const rows = ['Tables of the database', 'Tables of the simulated chain'].flatMap((title) =>
      section(title)
        .split('\n')
        .filter((line) => line.startsWith('- ')),
    )
    expect(rows.length).toBeGreaterThan(20)
    const incomplete = rows.filter((row) => !ROW.test(row))
    expect(incomplete).toEqual([])
  })

  test('every file with a collection that begins empty and outlives a call', async () => {
    const begins = /^(?: {2})?(?:const|let) .*= (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|remembered[<(])/m
    const files = [...new Glob('src/**/*.ts').scanSync()]
    const found = await Promise.all(files.map(async (path) => (begins.test(await Bun.file(path).text()) ? [path] : [])))
    const kept = found
      .flat()
      .filter((path) => !OF_ONE_CALL.has(path))
      .toSorted()
    expect(Object.keys(OUTLIVES).toSorted()).toEqual(kept)
    expect(Object.values(OUTLIVES).filter((entry) => !/^.+: .+; .+$/.test(entry))).toEqual([])
    // A file that is no longer there, or has none any more, is taken off the list.
    expect([...OF_ONE_CALL].filter((path) => !found.flat().includes(path))).toEqual([])
  })
})
