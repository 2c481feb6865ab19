import type { ReservedSql, Sql } from 'postgres'
import { asStorageFault } from '../storage-faults.ts'
import { StorageFault } from '../../ports/storage/storage-fault.ts'

/** How long a caller waits for a connection, and for the answer to a statement. */
export interface PostgresPatience {
  readonly acquireMs: number
  readonly statementMs: number
}

/** Where statements are run: what Kysely's dialect asks of postgres.js, and no more. */
export interface PostgresClient {
  readonly reserve: () => Promise<Pick<ReservedSql, 'unsafe' | 'release'>>
  /** From now on nobody waits longer than this; before, as long as it takes: a step of a migration may take minutes. */
  limit(patience: PostgresPatience): void
  readonly end: () => Promise<void>
}

const END_SEC = 5

/**
 * A pool that outlives its connections. postgres.js hands out dead connections again after the server was away, and waits for a
 * silent one for ever: so whoever waits too long is told, and the pool is replaced by a new one when a connection was lost. What
 * is under way on the old one has some seconds to end.
 */
export function createPostgresClient(open: () => Sql): PostgresClient & (() => void) {
  let current = open()
  let patience: PostgresPatience | null = null

  const replaceIfLost = (client: Sql, error: unknown): void => {
    if (client !== current || !isLost(error)) return
    current = open()
    void client.end({ timeout: END_SEC }).catch(() => {})
  }

  const reserve = async (): Promise<Pick<ReservedSql, 'unsafe' | 'release'>> => {
    const client = current
    const reserving = client.reserve()
    let connection: ReservedSql
    try {
      connection = await inTime(reserving, patience?.acquireMs)
    } catch (error) {
      // One that comes too late is given back.
      if (isLate(error)) void reserving.then((late) => late.release()).catch(() => {})
      replaceIfLost(client, error)
      throw error
    }
    let lost = false
    const unsafe = async (...args: Parameters<ReservedSql['unsafe']>) => {
      try {
        return await inTime(connection.unsafe(...args), patience?.statementMs)
      } catch (error) {
        lost ||= isLost(error)
        replaceIfLost(client, error)
        throw error
      }
    }
    // A lost one is not handed out again.
    return { unsafe: unsafe as never, release: () => void (lost || connection.release()) }
  }
  // The dialect takes a function with these members for postgres.js.
  return Object.assign(() => {}, {
    options: {},
    reserve,
    limit: (next: PostgresPatience) => void (patience = next),
    end: () => current.end({ timeout: END_SEC }),
  })
}

const LATE = 'CONNECT_TIMEOUT'
const isLate = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === LATE && error.message === LATE_WORDS
const LATE_WORDS = 'no answer in time'

/** True where the connection cannot be used any more, or leads to a server that is not the one that writes. */
function isLost(error: unknown): boolean {
  const fault = asStorageFault(error)
  if (!(fault instanceof StorageFault) || fault.code !== 'storage_unavailable') return false
  return !/^40/.test(String((error as { code?: unknown }).code))
}

async function inTime<Value>(work: PromiseLike<Value>, ms: number | undefined): Promise<Value> {
  if (ms === undefined) return work
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(Object.assign(new Error(LATE_WORDS), { code: LATE })), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
