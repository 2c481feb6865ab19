import type { Pool, PoolClient } from 'pg'
import { asStorageFault } from '../../storage-faults.ts'
import { StorageFault } from '../../../ports/storage/storage-fault.ts'
import { cancelStatement } from './cancel-statement.ts'
import { inTime, isLate } from './in-time.ts'
import type { PostgresServers } from './postgres-servers.ts'

/** What Kysely's dialect uses of a connection. */
interface PooledConnection {
  query(text: string, values?: readonly unknown[]): Promise<{ command: string; rowCount: number; rows: unknown[] }>
  release(discarded?: boolean): void
}

/** The part of a pool that Kysely's dialect uses. */
export interface PostgresPool {
  connect(): Promise<PooledConnection>
  /** Limits the wait for each answer from now on; not before, since a step of a migration may take minutes. */
  limitAnswers(ms: number): void
  end(): Promise<void>
}

/** What a transaction starts with, whether statements have names, and which servers there are. */
interface Ways {
  readonly begin: string
  readonly named: boolean
  readonly servers: Pick<PostgresServers, 'urls' | 'current' | 'leave'>
}

const END_MS = 5_000

/** Most statements that have a name, since a session keeps each: lists of any length make texts without end. */
const NAMES_MAX = 500

/**
 * A pool that survives its server. Whatever a lost connection throws is the fault of the one statement that had it. The other connections
 * lead to the same server, one that restarted or is no longer the primary, so each of those made before is replaced when it is next asked
 * for. A statement without an answer in time is cancelled in the server. `begin` is what a transaction starts with;
 * statements with parameters, and those that read, are planned once a session where they are `named`.
 */
export function createPostgresPool(pool: Pool, { begin, named, servers }: Ways): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    if (named && !names.has(text) && names.size < NAMES_MAX) names.set(text, `s${names.size}`)
    return names.get(text)
  }
  const madeIn = new WeakMap<PoolClient, number>()
  const dead = new WeakSet<PoolClient>()
  let losses = 0
  let answerMs: number | null = null
  let ending: Promise<void> | null = null
  // An unheard 'error' event would end the process: of an idle connection here, of one that is in use below.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    madeIn.set(client, losses)
    client.on('error', () => dead.add(client))
  })

  const connect = async (others = servers.urls.length - 1): Promise<PooledConnection> => {
    const asked = servers.current()
    const client = await pool.connect().catch((error: unknown) => {
      // Of several servers another may lead by now; where all connections are in use, none has failed.
      if (!isWaitOfPool(error)) {
        servers.leave(asked)
        if (others > 0) return null
      }
      const thrown = ofConnection(error)
      // Whatever a server has against a connection (it takes none, it has another password now) is no fault of the request.
      throw asStorageFault(thrown) === thrown ? withCode(thrown, 'CONNECTION_REFUSED') : thrown
    })
    if (client === null) return connect(others - 1)
    if (madeIn.get(client) !== losses || dead.has(client)) {
      client.release(true)
      return connect(others)
    }
    let lost = false
    return {
      query: async (text, values = []) => {
        const planned = values.length > 0 || text.startsWith('select ')
        const name = planned ? nameOf(text) : undefined
        const asked = planned
          ? client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
          : client.query(text === 'begin' ? begin : text)
        try {
          return (await (answerMs === null ? asked : inTime(asked, answerMs))) as never
        } catch (error) {
          if (isLate(error)) cancelStatement(client)
          const thrown = dead.has(client) || isWordOfClient(error) ? ofConnection(error) : error
          if (!lost && isLost(thrown)) {
            lost = true
            losses += 1
          }
          throw thrown
        }
      },
      release: (discarded = false) => client.release(discarded || lost || dead.has(client)),
    }
  }
  return {
    connect: () => connect(),
    limitAnswers: (ms) => void (answerMs = ms),
    // Called by Kysely, and by whoever opened it.
    end: () => (ending ??= closed(pool)),
  }
}

/** Throws unless the pool has ended, or should have. */
const closed = (pool: Pool): Promise<void> => inTime(pool.end(), END_MS).catch(() => {})

/** As the pool says that its connections were in use for too long. */
const isWaitOfPool = (error: unknown): boolean => error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** What node-postgres says itself has no code. */
const isWordOfClient = (error: unknown): boolean =>
  error instanceof Error &&
  !('code' in error) &&
  /^Connection terminated|not queryable$|^timeout e|ended the connection|after calling end|^received invalid response/.test(error.message)

/** The error of a connection, with a code. */
function ofConnection(error: unknown): unknown {
  if (!(error instanceof Error) || ('code' in error && typeof error.code === 'string')) return error
  return withCode(error, /time/.test(error.message) ? 'CONNECT_TIMEOUT' : 'CONNECTION_CLOSED')
}

const withCode = (cause: unknown, code: string): Error =>
  Object.assign(new Error(cause instanceof Error ? cause.message : 'no connection', { cause }), { code })

/** Of one statement or transaction, with the connection as good as before: limits, and work that another's broke. */
const OF_STATEMENT = /^(40...|55P03|57014|53100|53200)$/

/** True where the connection is unusable, or leads to a server that is no longer the primary. */
function isLost(error: unknown): boolean {
  const fault = asStorageFault(error)
  return fault instanceof StorageFault && !OF_STATEMENT.test(String((error as { code?: unknown }).code))
}
