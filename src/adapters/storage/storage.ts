import { Kysely, sql } from 'kysely'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Repos, Storage } from '../../ports/storage/storage.ts'
import { createAgentRepo } from './repos/agents-repo.ts'
import { createAlarmRepo } from './scheduling/alarms-repo.ts'
import { createAgreedSettingRepo } from './scheduling/agreed-settings-repo.ts'
import { createCreditRepo } from './repos/money/credits-repo.ts'
import { createBurnWalletRepo } from './repos/money/burn-wallets-repo.ts'
import { createBuybackRepo } from './repos/money/buybacks-repo.ts'
import { createJobRepo } from './repos/jobs-repo.ts'
import { createCoinRepo } from './repos/coins-repo.ts'
import type { OpenedDatabase } from './engine/opened-database.ts'
import { createDryRunRepo } from './repos/dry-runs-repo.ts'
import { createEarningsRepo } from './repos/money/earnings-repo.ts'
import { createEventRepo } from './repos/events-repo.ts'
import { createIdempotencyRepo } from './repos/idempotency-repo.ts'
import { createImageRepo } from './repos/images-repo.ts'
import { createScheduledRunRepo } from './scheduling/scheduled-runs-repo.ts'
import { createKeyRepo } from './repos/keys-repo.ts'
import { createKolRepo } from './kols/kols-repo.ts'
import { createLeaseRepo } from './scheduling/leases-repo.ts'
import { createLedgerRepo } from './ledger/ledger-repo.ts'
import { FIRST_STEP, migrate, missingSteps } from './migrations/migrate.ts'
import { migrationsFor } from './migrations/migrations.ts'
import { createOperatorLogRepo } from './operator/operator-log-repo.ts'
import { createOperationRepo } from './repos/operations-repo.ts'
import { createReferralRepo } from './repos/referrals-repo.ts'
import { createLaunchOfferRepo } from './repos/launch-offers-repo.ts'
import { createPaymentRepo } from './repos/money/payments-repo.ts'
import { createPinRepo } from './repos/pins-repo.ts'
import { createConsentRepo } from './repos/consents-repo.ts'
import { createProgramRepo } from './scheduling/programs-repo.ts'
import { createPolicyRepo } from './repos/policy-repo.ts'
import { createRemitRepo } from './repos/remits-repo.ts'
import type { Database } from './schema.ts'
import { createFaultRecord, faulting, faultingDialect } from '../storage-faults.ts'
import { isServerFull, readServerState, type ServerState } from './postgres/server-state.ts'
import type { StorageOptions } from './storage-options.ts'
import { createSignatureRepo } from './repos/signatures-repo.ts'
import { createSpendingRepo } from './repos/money/spending-repo.ts'
import { createTotalsRepo } from './repos/money/totals-repo.ts'
import { createCoinPassRepo } from './scheduling/coin-passes-repo.ts'
import { createWebhookRepo } from './repos/webhooks-repo.ts'
import type { Executor } from './engine/executor.ts'
import { createOperationEnds } from './engine/operation-ends.ts'
import type { SqlDialect } from './engine/sql-dialect.ts'
import type { Secret } from '../../lib/secret.ts'

/**
 * Opens the storage at a URL, with every migration applied: `sqlite:FILE`, `sqlite::memory:` or `postgres://…`.
 * @throws Error when it cannot be opened; its text does not contain the URL, which may contain a password
 */
export async function openStorage(url: Secret<string>, options: StorageOptions = {}): Promise<Storage> {
  const opened = await open(url, options)
  const { db, dialect, lock, beginMigrating } = opened
  await closingOnFailure(opened, async () => {
    const takeTurns = async (tx: Executor, name: string) => {
      await beginMigrating(tx)
      await lock(tx, name)
    }
    await migrate(db, { steps: (options.steps ?? migrationsFor)(dialect), dialect, lock: takeTurns })
  })
  opened.settled()
  return toStorage(opened)
}

/** Opens it without migrating; `missingSteps` names the missing migrations, without which most of it cannot be read. */
export async function inspectStorage({ clock }: { readonly clock: Clock }, url: Secret<string>): Promise<InspectedStorage> {
  const opened = await open(url, {})
  const { db, dialect } = opened
  const steps = migrationsFor(dialect)
  return closingOnFailure(opened, async () => {
    const missing = await missingSteps(db, steps, dialect)
    return {
      storage: toStorage(opened),
      missingSteps: missing,
      isNew: missing.includes(FIRST_STEP),
      pooled: opened.pooled,
      clockAheadMs: dialect === 'postgres' ? await clockAheadOf(db, clock) : 0,
      server: dialect === 'postgres' ? await readServerState(db, opened) : null,
      isFull: async () => dialect === 'postgres' && isServerFull(db),
    }
  })
}

/** An opened, unmigrated storage. */
export interface InspectedStorage {
  readonly storage: Storage
  readonly missingSteps: readonly string[]
  /** Nothing was ever stored: it has none of the tables. */
  readonly isNew: boolean
  /** Limits of sessions do not get through: a pooler of transactions. */
  readonly pooled: boolean
  /** How far this machine's clock is ahead of the database server's; 0 for an embedded one. */
  readonly clockAheadMs: number
  /** Null for an embedded one. */
  readonly server: ServerState | null
  /** True where the server of a migrated database that takes writes has no room for one; it is undone. False for an embedded one. */
  isFull(): Promise<boolean>
}

async function clockAheadOf(db: Executor, clock: Clock): Promise<number> {
  const askedMs = clock.machineMs()
  const toldMs = await timeOf(db, 'postgres')
  // The server's time is dated halfway between request and answer.
  return Math.round((askedMs + clock.machineMs()) / 2 - toldMs)
}

/** What each database says that it is, in ms since 1970. */
const TIMES: Readonly<Record<SqlDialect, string>> = {
  postgres: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
}

async function timeOf(db: Executor, dialect: SqlDialect): Promise<UnixMs> {
  const { rows } = await sql<{ ms: number | bigint }>`select ${sql.raw(TIMES[dialect])} as ms`.execute(db)
  return unixMs(Number(rows[0]!.ms))
}

async function closingOnFailure<Result>({ db, close }: OpenedDatabase, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await db.destroy().then(close)
    throw error
  }
}

async function open(url: Secret<string>, options: StorageOptions): Promise<OpenedDatabase> {
  if (!url.reveal().startsWith('postgres')) return openEmbedded(url.reveal().replace(/^sqlite:/, ''), options)
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres(url, options)
}

async function openEmbedded(file: string, options: StorageOptions): Promise<OpenedDatabase> {
  const { openSqlite, sqliteDialect } = await import('./engine/sqlite-dialect.ts')
  const { giveBackPages, sqliteBytes } = await import('./engine/sqlite-pages.ts')
  const sqlite = faulting(() => openSqlite(file, options.copyOf))
  const faults = createFaultRecord(options)
  const totalChanges = sqlite.query<{ changes: bigint }, []>('SELECT total_changes() AS changes')
  const db = new Kysely<Database>({ dialect: faultingDialect(sqliteDialect(sqlite), faults.record) })
  return {
    db,
    dialect: 'sqlite',
    exclusive: true,
    pooled: false,
    // BEGIN IMMEDIATE serialises transactions, so that every name is locked already.
    lock: async () => {},
    changes: () => Number(totalChanges.get()!.changes),
    beginMigrating: async () => {},
    ends: createOperationEnds(null),
    ping: async () => void (await sql`select 1`.execute(db)),
    bytes: async () => sqliteBytes(sqlite),
    giveBack: (yieldToOthers) => giveBackPages(sqlite, yieldToOthers),
    full: faults.full,
    settled: () => {},
    close: async () => sqlite.close(),
  }
}

type Lock = OpenedDatabase['lock']

/** How each repository is made over a database or a transaction of it. */
const REPOS: { readonly [Name in keyof Repos]: (db: Executor, dialect: SqlDialect, lock: Lock) => Repos[Name] } = {
  keys: createKeyRepo,
  images: createImageRepo,
  dryRuns: createDryRunRepo,
  operations: createOperationRepo,
  launchOffers: createLaunchOfferRepo,
  policies: createPolicyRepo,
  consents: createConsentRepo,
  pins: createPinRepo,
  idempotency: createIdempotencyRepo,
  signatures: createSignatureRepo,
  coins: createCoinRepo,
  remits: createRemitRepo,
  earnings: createEarningsRepo,
  agents: createAgentRepo,
  buybacks: createBuybackRepo,
  burnWallets: createBurnWalletRepo,
  ledger: createLedgerRepo,
  events: createEventRepo,
  kols: createKolRepo,
  referrals: createReferralRepo,
  totals: createTotalsRepo,
  coinPasses: createCoinPassRepo,
  leases: createLeaseRepo,
  alarms: createAlarmRepo,
  programs: createProgramRepo,
  agreedSettings: createAgreedSettingRepo,
  scheduledRuns: createScheduledRunRepo,
  jobs: createJobRepo,
  webhooks: createWebhookRepo,
  payments: createPaymentRepo,
  credits: createCreditRepo,
  spending: createSpendingRepo,
  operatorLog: createOperatorLogRepo,
  lock: (db, _dialect, lock) => (name) => lock(db, name),
}

/** The repositories over `db`, each made when it is first used: a transaction uses few of them. */
function reposOf(db: Executor, dialect: SqlDialect, lock: Lock): Repos {
  const made: Partial<Record<keyof Repos, unknown>> = {}
  return new Proxy(made as Repos, { get: (_made, name) => (made[name as keyof Repos] ??= REPOS[name as keyof Repos]?.(db, dialect, lock)) })
}

function toStorage({ db, dialect, exclusive, lock, ends, changes, bytes, giveBack, full, ping, close }: OpenedDatabase): Storage {
  return {
    ...(Object.fromEntries(Object.entries(REPOS).map(([name, make]) => [name, make(db, dialect, lock)])) as unknown as Repos),
    exclusive,
    ends,
    transaction: (work) => db.transaction().execute((tx) => work(reposOf(tx, dialect, lock))),
    changes,
    timeMs: () => timeOf(db, dialect),
    isFull: full,
    bytes,
    giveBack,
    ping: async () => {
      await ping()
      if (full()) await tryWriting(db)
    },
    close: async () => {
      await db.destroy()
      await close()
    },
  }
}

/** Writes and deletes as much as a few rows take, since only a write shows that there is space. @throws StorageFault while there is none */
async function tryWriting(db: Executor): Promise<void> {
  const row = { name: 'room', holder: 'x'.repeat(65_536), expires_at_ms: 0 }
  await db
    .insertInto('lease')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ holder: `${row.holder}y` }))
    .execute()
  await db.deleteFrom('lease').where('name', '=', row.name).execute()
}
