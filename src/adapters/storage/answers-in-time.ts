import type { Sql } from 'postgres'
import { inTime } from './in-time.ts'

const CONNECT_MS = 10_000

/**
 * Returns when the database has answered. A host that drops packets would otherwise block the caller for ever.
 * @throws Error with code CONNECT_TIMEOUT after 10 s, or the database's own connection error
 */
export async function answersInTime(client: Sql): Promise<void> {
  try {
    await inTime(client`select 1`, CONNECT_MS)
  } catch (error) {
    // Not awaited: it waits for a connection that may never come.
    void client.end({ timeout: 0 }).catch(() => {})
    throw error
  }
}
