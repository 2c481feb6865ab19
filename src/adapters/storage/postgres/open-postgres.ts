import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Client as PgClient, ClientBase, ClientConfig } from 'pg'
import type { Secret } from '../../../lib/secret.ts'
import { createFaultRecord, faultingDialect, type FaultRecord } from '../../storage-faults.ts'
import type { Executor } from '../engine/executor.ts'
import type { OpenedDatabase } from '../engine/opened-database.ts'
import type { Database } from '../schema.ts'
import type { StorageOptions } from '../storage-options.ts'
import { createOperationEnds } from '../engine/operation-ends.ts'
import { enterPostgres, withLibpqModes } from './enter-postgres.ts'
import { listenToEnds } from './listen-to-ends.ts'
import { createPostgresPool, type PostgresPool } from './postgres-pool.ts'
import { postgresServers, type PostgresServers } from './postgres-servers.ts'
import { asSettings, USUAL_LIMITS } from '../engine/session-limits.ts'

const SESSION = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
const POOL = { max: 10, idleTimeoutMillis: 60_000 }
/** Two connections for whoever asks whether it is ready, so that requests that wait for one are not in their way. */
const PROBES = { max: 2, idleTimeoutMillis: 60_000, connectionTimeoutMillis: 700 }
/** The server's own limit comes first; this is for one that does not answer, and for a pooler. */
const ANSWER_GRACE_MS = 5_000

/**
 * Opens PostgreSQL, with limits on each of its sessions; behind a pooler of transactions, on each transaction. Of several
 * servers in the URL the one that takes writes is used, and looked for anew when it is lost. Statements
 * have names where the session is the server's own, and no session is set or locked, so that a pooler may give each transaction another.
 * @throws Error with code CONNECT_TIMEOUT after 10 s, or the database's own connection error
 */
export async function openPostgres(
  url: Secret<string>,
  { limits = USUAL_LIMITS, directUrl = null, onDeaf = () => {}, ...options }: StorageOptions,
): Promise<OpenedDatabase> {
  const { default: pg } = await import('pg')
  const session: ClientConfig = { ...SESSION, types: { getTypeParser: parsersOfTypes(pg.types.getTypeParser as never) as never } }
  const servers = postgresServers(url.reveal())
  const { config: way, limited, direct } = await enterPostgres(servers, limits, (tried) => new pg.Client({ ...session, ...tried }))
  const Session = clientAt(pg.Client, servers)
  const config = { ...way, ...(servers.urls.length === 1 ? {} : { Client: Session, verify: takesWrites }) }
  const perTransaction = limited ? [] : Object.entries(asSettings(limits)).map(([name, ms]) => `set local ${name} = ${ms}`)
  const ways = { begin: ['begin', ...perTransaction].join('; '), named: direct, servers }
  const pool = createPostgresPool(new pg.Pool({ ...session, ...POOL, ...config }), ways)
  const probes = createPostgresPool(new pg.Pool({ ...session, ...PROBES, ...config }), ways)
  probes.limitAnswers(PROBES.connectionTimeoutMillis)
  const faults = createFaultRecord(options)
  const databaseOf = (pool: PostgresPool, record: FaultRecord['record']) =>
    new Kysely<Database>({ dialect: faultingDialect(new PostgresDialect({ pool: pool as never }), record) })
  const [db, probed] = [databaseOf(pool, faults.record), databaseOf(probes, () => {})]
  const lasting = limited ? () => new Session({ ...session, ...way }) : directUrl && sessionsInTurn(pg.Client, directUrl, session)
  const news = listenToEnds(db, lasting, onDeaf)
  return {
    db,
    dialect: 'postgres',
    ends: createOperationEnds(news),
    exclusive: false,
    pooled: !limited,
    lock: async (db, name) => void (await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)),
    changes: () => null,
    beginMigrating: noLimits,
    ping: () => pingPostgres(probed),
    bytes: async () => {
      const { rows } = await sql<{ bytes: number | bigint }>`select pg_database_size(current_database()) as bytes`.execute(db)
      return Number(rows[0]!.bytes)
    },
    // The server's autovacuum keeps freed space for later writes.
    giveBack: async () => {},
    full: faults.full,
    settled: () => pool.limitAnswers(limits.statementMs + ANSWER_GRACE_MS),
    close: async () => void (await Promise.all([news.close(), pool.end(), probes.end()])),
  }
}

/** Sessions that are opened, of several servers, at the one which is the current one then. */
const clientAt = (Client: typeof PgClient, servers: PostgresServers): typeof PgClient =>
  servers.urls.length === 1
    ? Client
    : class extends Client {
        constructor(config?: ClientConfig) {
          super(config)
          Object.assign(this, servers.current())
        }
      }

/** Opens one session after the other, each at the next of the URL's servers: a standby takes none that listens. */
function sessionsInTurn(Client: typeof PgClient, url: Secret<string>, session: ClientConfig): () => PgClient {
  const servers = postgresServers(url.reveal())
  const Session = clientAt(Client, servers)
  return () => {
    const server = servers.current()
    const client = new Session({ ...session, connectionString: withLibpqModes(servers.urls[0]!) })
    return client.once('end', () => servers.leave(server))
  }
}

/** Refuses a session at a server that takes no writes: a standby, or one that leads no longer. */
function takesWrites(client: ClientBase, done: (error?: Error) => void): void {
  client.query('show transaction_read_only').then(
    ({ rows }) => done(rows[0]?.transaction_read_only === 'off' ? undefined : new Error('the server takes no writes')),
    (error: unknown) => done(error as Error),
  )
}

/** A step of a migration may take minutes, and other replicas wait for it. */
async function noLimits(tx: Executor): Promise<void> {
  for (const name of Object.keys(asSettings(USUAL_LIMITS))) await sql`set local ${sql.raw(name)} = 0`.execute(tx)
}

type GetParser = (oid: number, format?: 'text' | 'binary') => (text: never) => unknown

/** The OIDs of int8 and numeric, which has whole numbers only here. */
const INTEGERS: ReadonlySet<number> = new Set([20, 1700])

/** The client's parsers, but for integers: numbers where those are exact, otherwise bigints. */
const parsersOfTypes =
  (usual: GetParser): GetParser =>
  (oid, format) =>
    INTEGERS.has(oid) && format !== 'binary' ? exactInteger : usual(oid, format)

function exactInteger(text: string): number | bigint {
  const value = BigInt(text)
  return value <= 9007199254740991n && value >= -9007199254740991n ? Number(value) : value
}

/**
 * Throws unless requests get through: statements with parameters over two connections, and a transaction that writes and is rolled back.
 * @throws StorageFault when they do not
 */
async function pingPostgres(db: Executor): Promise<void> {
  const asks = (executor: Executor) => sql`select ${'one'}::text`.execute(executor)
  const reads = () => db.connection().execute(async (connection) => void (await asks(connection), await asks(connection)))
  const writes = () =>
    db.transaction().execute(async (tx) => {
      await asks(tx)
      // A row of its own session, for which nobody waits.
      await sql`insert into lease (name, holder, expires_at_ms) values ('ready ' || pg_backend_pid(), ${'nobody'}, 0)`.execute(tx)
      throw new RolledBack()
    })
  const written = () =>
    writes().catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  await Promise.all([reads(), written()])
}

class RolledBack extends Error {}
