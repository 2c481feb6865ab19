import type { ReservedSql, Sql } from 'postgres'
import { asStorageFault } from '../storage-faults.ts'
import { inTime, isLate } from './in-time.ts'
import { StorageFault } from '../../ports/storage/storage-fault.ts'

/** Time limits for getting a connection, and for the answer to a statement. */
export interface PostgresPatience {
  readonly acquireMs: number
  readonly statementMs: number
}

/** The part of postgres.js that Kysely's dialect uses. */
export interface PostgresClient {
  readonly reserve: () => Promise<Pick<ReservedSql, 'unsafe' | 'release'>>
  /** Applies the time limits from now on; not before, since a step of a migration may take minutes. */
  limit(patience: PostgresPatience): void
  readonly end: () => Promise<void>
}

const END_SEC = 5

/**
 * A pool that survives a server restart. postgres.js returns dead connections after the server was away, and waits for a silent one for
 * ever; so waits have a limit, and the pool is replaced by a new one when a connection was lost. Statements on the old pool have some
 * seconds to finish.
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
      connection = await (patience ? inTime(reserving, patience.acquireMs) : reserving)
    } catch (error) {
      // A connection that arrives after the timeout is released.
      if (isLate(error)) void reserving.then((late) => late.release()).catch(() => {})
      replaceIfLost(client, error)
      throw error
    }
    let lost = false
    const unsafe = async (...args: Parameters<ReservedSql['unsafe']>) => {
      try {
        const answer = connection.unsafe(...args)
        return await (patience ? inTime(answer, patience.statementMs) : answer)
      } catch (error) {
        lost ||= isLost(error)
        replaceIfLost(client, error)
        throw error
      }
    }
    // A lost connection is not reused.
    return { unsafe: unsafe as never, release: () => void (lost || connection.release()) }
  }
  // The dialect recognises postgres.js by a function with these members.
  return Object.assign(() => {}, {
    options: {},
    reserve,
    limit: (next: PostgresPatience) => void (patience = next),
    end: () => current.end({ timeout: END_SEC }),
  })
}

/** True where the connection is unusable, or leads to a server that is no longer the primary. */
function isLost(error: unknown): boolean {
  const fault = asStorageFault(error)
  if (!(fault instanceof StorageFault) || fault.code !== 'storage_unavailable') return false
  return !/^40/.test(String((error as { code?: unknown }).code))
}
