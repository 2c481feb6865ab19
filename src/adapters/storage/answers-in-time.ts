import type { Sql } from 'postgres'

const CONNECT_MS = 10_000

/**
 * Returns when the database has answered. A host that drops packets would otherwise block the caller for ever.
 * @throws Error with code CONNECT_TIMEOUT after 10 s, or the database's own connection error
 */
export async function answersInTime(client: Sql): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(Object.assign(new Error('no answer in time'), { code: 'CONNECT_TIMEOUT' })), CONNECT_MS)
  try {
    await Promise.race([client`select 1`, late.promise])
  } catch (error) {
    // Not awaited: it waits for a connection that may never come.
    void client.end({ timeout: 0 }).catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}
